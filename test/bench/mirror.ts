import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import type { Play } from '../../src/play/play.ts';
import type { Done, Order } from './mirror-writer.ts';
import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
import { newChat } from './scene.ts';
import { sized } from './size.ts';

const messages = sized(300, 2);
const tokens = sized(300, 2);
const writer = fileURLToPath(new URL('./mirror-writer.ts', import.meta.url));

/** When what was heard here was heard, by its text. */
const hearing = (play: Play, heardIn: (event: PlayEvent) => readonly string[]) => {
  const at = new Map<string, bigint>();
  let told = () => {};
  play.subscribe((event) => {
    for (const text of heardIn(event)) if (!at.has(text)) at.set(text, process.hrtime.bigint());
    told();
  });
  const until = async (text: string): Promise<void> => {
    while (!at.has(text)) {
      await new Promise<void>((resolve) => {
        told = resolve;
      });
    }
  };
  return { at, until };
};

/** Milliseconds from each thing's being done there to its being heard here. */
const latencies = (done: readonly Done[], at: ReadonlyMap<string, bigint>): number[] =>
  done.flatMap(({ text, at: then }) => {
    const heard = at.get(text);
    return heard === undefined ? [] : [Math.max(0, Number(heard - BigInt(then)) / 1e6)];
  });

const order = (child: ChildProcess, what: Order): void => void child.send(what);

async function said(child: ChildProcess, play: Play): Promise<number[]> {
  const { at, until } = hearing(play, (event) => (event.type === 'message' ? [event.message.text] : []));
  const done: Done[] = [];
  for (let n = 1; n <= messages; n += 1) {
    const text = `Message ${n}.`;
    const committed = once(child, 'message');
    order(child, { say: text });
    done.push(...((await committed) as Done[]).slice(0, 1));
    await until(text);
  }
  return latencies(done, at);
}

async function streamed(child: ChildProcess, play: Play): Promise<number[]> {
  const { at, until } = hearing(play, (event) => {
    const text = event.type === 'delta' ? event.text : event.type === 'message' ? event.message.text : '';
    return text.match(/<\d+>/g) ?? [];
  });
  const done: Done[] = [];
  child.on('message', (one: Done) => done.push(one));
  order(child, { tokens });
  await until(`<${tokens}>`);
  while (done.length < tokens) await once(child, 'message');
  return latencies(done, at);
}

/** How soon one terminal shows what another one, in a process of its own, says and streams. */
export async function mirror(scene: Scene): Promise<Measured[]> {
  const data = scene.emptyFolder();
  const context = scene.context(data);
  const { id } = newChat(context);
  const play = context.play(id);
  play.attend();
  const { cast, playing } = play.state();
  const speaker = cast.find((member) => member.id !== playing.id)?.name ?? '';
  const child = fork(writer, [data, scene.config, speaker], { execArgv: ['--import', 'tsx'] });
  try {
    return [
      { case: 'a message, from its Enter', unit: 'ms', samples: await said(child, play) },
      { case: 'streamed text, from its token', unit: 'ms', samples: await streamed(child, play) },
    ];
  } finally {
    child.disconnect();
    await play.close();
    context.close();
  }
}
