import { App } from '../../src/app/run/app.ts';
import type { Backend } from '../../src/inference/backend.ts';
import { createUnderstudy } from '../../src/inference/understudy/backend.ts';
import { openPlay } from '../../src/play/open-play.ts';

const tokenEveryMs = 20;

/** What the bench asks of the process that writes: say this, or let so many tokens be streamed. */
export type Order = { readonly say: string } | { readonly tokens: number };

/** When this was sent or came from the model, in nanoseconds of the clock that all processes share. */
export interface Done {
  readonly text: string;
  readonly at: string;
}

const tell = (text: string, at = process.hrtime.bigint()): void => {
  const done: Done = { text, at: String(at) };
  process.send?.(done);
};

const counting = (tokens: number): Backend => ({
  ...createUnderstudy(),
  async *complete() {
    let text = '';
    for (let n = 1; n <= tokens; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, tokenEveryMs));
      tell(`<${n}>`);
      text += `<${n}> `;
      yield { type: 'delta', text: `<${n}> ` };
    }
    const counts = { promptTokens: 0, reusedTokens: 0, generatedTokens: tokens };
    yield {
      type: 'finished',
      text,
      reason: 'eos',
      usage: { ...counts, firstTokenMs: 0, totalMs: 0, model: '' },
    };
  },
});

const [data = '', config = '', speaker = ''] = process.argv.slice(2);
const context = new App({ data, config });
let tokens = 0;
const play = openPlay({ ...context.playParts, backend: async () => counting(tokens) }, context.chatId());

process.on('message', async (order: Order) => {
  if ('say' in order) {
    const at = process.hrtime.bigint();
    await play.say(order.say, { reply: [] });
    tell(order.say, at);
  } else {
    tokens = order.tokens;
    await play.reply(speaker);
  }
});
process.on('disconnect', () => {
  context.close();
  process.exit();
});
