import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import type { CastMember } from '../../src/play/chat/play-state.ts';
import { runs } from '../cases.ts';
import { until } from '../until.ts';
import { chatsOf, screenOn } from './door/stocked.ts';
import { type Emulator, openScreen } from './emulator.ts';
import { message } from './fair.ts';
import { libraryOf } from './library.ts';
import { scenes } from './scenes.ts';
import { SmallPlay } from './small-play.ts';
import { StagedPlay } from './staged.ts';

const attacks = [
  '\x1b[2J\x1b[H',
  '\x1b]0;owned\x07',
  '\x1b]52;c;b3duZWQ=\x07',
  '\x1b[41m red for ever',
  '\x9b31m',
  '\x1b[20;20Hhere',
  '\x1b[?1049l',
  '\x1bc',
  '\x1bP+q544e\x1b\\',
  '\u202eevil',
  '\u2066isolated',
  '\x9d0;owned\x9c',
  '\x90q\x9c',
  '\x84',
  '\x1b]8;;http://evil\x07link\x1b]8;;\x07',
  '\x07\x05',
  '\b\b\b\b',
  '\r over',
  '\n',
  'innocent',
  '*action',
  '**',
  '日',
];

/** The bytes that the screen itself may write; anything else came from a text. */
const own =
  /\x1b\[(?:\d+(?:;\d+)*)?(?:[mGHrKSTACJ]|2J)|\r\n|\r(?=\x1b\[)|\x1b\[\?(?:2026|25|1049|7|2004|1000|1002|1004|1006)[hl]|\x1b\[\?u|\x1b\[\?2004\$p|\x1b\[c|\x1b\[>4;1m|\x1b\[>4m|\x1b\[>1u|\x1b\[<u|\x1b\[2[23];0t|\x1b\]11;\?\x1b\\|\x1b\]2;sotto(?:: [^\x00-\x1f\x7f-\x9f\u202a-\u202e]*)?\x1b\\/g;

class HostilePlay extends SmallPlay {
  hostile = '';

  override state(): ReturnType<SmallPlay['state']> {
    const evil: CastMember = { id: 'a', name: `A${this.hostile}` };
    const state = super.state();
    const backend = { ...state.backend, kind: this.hostile, model: this.hostile };
    return { ...state, backend, chat: { id: 'c', title: this.hostile }, cast: [evil], playing: evil };
  }
}

/** The fair with hostile text wherever a card, a model, a person or a server can put one. */
class HostileFair extends StagedPlay {
  constructor(text: string) {
    const many = [text, `B${text}`, `C${text}`] as const;
    super({
      title: text,
      names: many,
      texts: [`abc${text}`, `*${text}`, `abc"${text}`, `**${text}`, text],
      draft: 'draft',
    });
    const { told } = this;
    const letter = { from: text, to: text, subject: text, text };
    this.told = { ...told, scenarios: [{ name: text, text }], letters: [letter, { ...letter, from: null }] };
    this.players = { a: text, b: text, c: text };
    this.branchName = text;
    this.sceneNow = { present: [text], away: [text] };
    this.suggest = async () => [text, `2${text}`];
    const { ask } = this;
    this.ask = async () => ({ ...(await ask(text, {})), text, kind: text });
    const entry = { book: text, entry: text, awake: true, reason: text, position: text, content: text };
    this.lore = () => [entry];
  }

  override state(): ReturnType<SmallPlay['state']> {
    const state = super.state();
    const { title } = this.script;
    return {
      ...{ ...state, persona: title, unperceivedNames: [title], typing: [state.playing] },
      next: { speakers: state.cast, why: title },
      backend: { kind: title, model: title, isModel: true, context: 1 },
    };
  }

  override describe = async (): Promise<string> => this.script.title;
}

/** Lines that show what no scene does. */
const others = [
  '/ask Bob What do you see?',
  '/lore',
  '/scene',
  '/cast',
  '/player',
  '/pins',
  '/swipe',
  '/strategy',
  '/inspect last',
];
const typedFor: Readonly<Record<string, (play: StagedPlay) => string>> = {
  ...Object.fromEntries(Object.entries(scenes).map(([called, { typed = () => '' }]) => [called, typed])),
  ...Object.fromEntries(others.map((line) => [line, () => `${line}\r`])),
  'copied message': () => '\x0fy',
  'copied draft': () => 'draft\x1ba\x1bw',
  'veil of another': () => '/prompt\r2',
};

const isCalm = (written: string): void => {
  expect(
    written.replace(own, '').replace(/\x1b\]9;[^\x00-\x1f\x7f-\x9f\u202a-\u202e]*\x07/g, ''),
  ).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
};

/** What was put into the clipboard. */
const copied = (written: string): string[] =>
  Array.from(written.matchAll(/\x1b\]52;c;([\w+/=]*)\x07/g), ([, base64 = '']) =>
    Buffer.from(base64, 'base64').toString(),
  );

async function hostileScreen(called: string, text: string, isInline: boolean): Promise<string> {
  const play = new HostileFair(text);
  scenes[called]?.set?.(play);
  const app = libraryOf(text);
  const settings = { hasMouse: true, notify: 'desktop', copiesHere: false } as const;
  const { emulator, ended } = await openScreen(play, { columns: 110, rows: 30 }, { app, settings, isInline });
  emulator.type('\x1b[O');
  const keys = typedFor[called]?.(play).replaceAll(text, 'X') ?? '';
  const [first = '', ...rest] = keys.split(/(?<=\r)/);
  emulator.type(first);
  for (const more of rest) {
    await painted(play, emulator);
    emulator.type(more);
  }
  scenes[called]?.after?.(play);
  play.emit({ type: 'notice', message: text });
  play.add(message('late', text, { speaker: 'b' }));
  await painted(play, emulator);
  expect(emulator.terminal.buffer.active.type).toBe(isInline ? 'normal' : 'alternate');
  emulator.type('\x1b\x03\x03\x03');
  await ended;
  return emulator.writes.join('');
}

let marks = 0;
/** Waits until all that has happened was painted: the window is called otherwise then, but behind a curtain. */
async function painted(play: SmallPlay, { writes }: Emulator): Promise<void> {
  marks += 1;
  play.title = `mark ${marks}`;
  play.emit({ type: 'state' });
  const title = new RegExp(`\\x1b\\]2;sotto(?:: mark ${marks})?\\x1b`);
  await until(() => expect(writes.join('')).toMatch(title));
}

describe('invariant 9: hostile text on every scene, whole and inline, in title, notice and clipboard', () => {
  test.each(Object.keys(typedFor))('%s', async (called) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...attacks), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (parts, isInline) => {
          const written = await hostileScreen(called, parts.join(''), isInline);
          for (const text of copied(written))
            expect(text.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
          isCalm(written.replace(/\x1b\]52;c;[\w+/=]*\x07/g, ''));
        },
      ),
      runs(3),
    );
  });
});

describe('hostile text', () => {
  test('invariant 9: for all texts of messages, streams, names, titles and errors only our own sequences are written', async () => {
    const titles: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...attacks), { minLength: 1, maxLength: 6 }),
        async (parts) => {
          const text = parts.join('');
          const play = new HostilePlay([message('m1', text), message('m2', text, { knownTo: ['a'] })]);
          play.hostile = text;
          const { emulator, ended } = await openScreen(play, { columns: 60, rows: 20 });
          emulator.terminal.onTitleChange((title) => titles.push(title));
          play.emit({ type: 'delta', speaker: { id: 'b', name: text }, text });
          await emulator.shows('…');
          play.emit({ type: 'stream_end', speaker: { id: 'b', name: text } });
          play.failure = new SottoError('server', 'x', `broken ${text}`);
          emulator.type('hm\r');
          await emulator.shows('Alt+R');
          expect(emulator.terminal.buffer.active.type).toBe('alternate');
          expect(emulator.rows().filter((row) => /─{60}/.test(row)).length).toBe(1);
          expect(emulator.writes.join('').replace(own, '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
          for (const attack of ['\x1b[41m', '\x1b[20;20H', '\x1b[?1049l']) {
            expect(emulator.writes.join('')).not.toContain(attack);
          }
          expect(emulator.writes.join('').split('\x1b[2J').length).toBe(2);
          emulator.type('\x03\x03');
          await ended;
        },
      ),
      runs(40),
    );
    expect(titles.filter((title) => !title.startsWith('sotto: '))).toEqual([]);
  });

  test('invariant 9: a question that a hostile model did not answer breaks neither its list nor its retry', async () => {
    const { app, ids } = chatsOf('The Inn');
    const [chat = ''] = ids;
    const text = `seen ${attacks.join('')}`;
    const owner = app.play(chat).state().playing.id;
    const about = { owner, message: null, outcome: null, job: null, wanted: {} };
    const said = { kind: text, model: text, reason: text, detail: text, prompt: text, raw: text, at: text };
    app.store.failures.add({ chat, ...about, ...said } as never, () => text);
    const emulator = await screenOn(app, chat, undefined, { columns: 110, rows: 30 });
    emulator.type('/failures\r');
    await emulator.shows('seen');
    emulator.type('\x1b');
    await emulator.hides('seen');
    isCalm(emulator.writes.join(''));
  });

  test('invariant 9: a style opened in one message is closed at the end of each of its rows', async () => {
    const play = new SmallPlay([message('m1', `*${'long '.repeat(40)}`), message('m2', 'plain')]);
    const { emulator, ended } = await openScreen(play, { columns: 60, rows: 20 });
    await emulator.shows('plain');
    const row = emulator.rows().findIndex((text) => text.endsWith('  plain'));
    const cell = emulator.terminal.buffer.active.getLine(row)?.getCell(3);
    expect([cell?.isItalic(), cell?.isDim(), cell?.isFgDefault()]).toEqual([0, 0, true]);
    emulator.type('\x03\x03');
    await ended;
  });
});
