import { expect, test } from 'vitest';
import { App } from '../../src/app/run/app.ts';
import { runPlain } from '../../src/tui/plain/run-plain.ts';
import { until } from '../until.ts';
import { bob, carl, message, scene } from './fair.ts';
import { SmallPlay } from './small-play.ts';

/** Lines that are typed one after the other, when they are given. */
class Typist implements AsyncIterable<string> {
  readonly #given: (string | null)[] = [];
  #wake: () => void = () => undefined;

  type(...lines: (string | null)[]): void {
    this.#given.push(...lines);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      while (this.#given.length === 0)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      const line = this.#given.shift();
      if (typeof line !== 'string') return;
      yield line;
    }
  }
}

const opened = async (play: SmallPlay, { isCertain = true, isEchoed = true } = {}) => {
  let paper = '';
  const typist = new Typist();
  const write = (text: string) => {
    paper += text;
  };
  const ended = runPlain(play, {
    app: new App({}),
    ...{ lines: typist, write, isEchoed, isCertain: () => isCertain },
  });
  const shows = (text: string) => until(() => expect(paper).toContain(text));
  await shows('you (Alice)> ');
  /** What was added since this was last asked. */
  let read = paper.length;
  const added = () => {
    const fresh = paper.slice(read);
    read = paper.length;
    return fresh;
  };
  return { typist, ended, shows, added, paper: () => paper };
};

test('the newest lines that the played character perceives are announced, and the prompt says who writes', async () => {
  const { paper } = await opened(new SmallPlay([...scene]));
  expect(paper()).toContain('At the fair, as Alice perceives it\nAlice: Good morning!');
  expect(paper()).toContain(
    '\nBob whispers to Alice (unheard by Carl): Meet me behind the tent.\nCarl: The king is dead, and I (cut short)\n',
  );
  expect(paper()).not.toContain('A word, Carl.');
  expect(paper()).not.toContain('\x1b');
  expect(paper().endsWith('\nyou (Alice)> ')).toBe(true);
});

test('a reply is written down as it streams, and its end is told', async () => {
  const play = new SmallPlay([]);
  const { added } = await opened(play);
  play.emit({ type: 'delta', speaker: bob, text: ' Once upon ' });
  expect(added()).toBe('\nBob: Once upon ');
  play.emit({ type: 'delta', speaker: bob, text: 'a \x1b[31mtime.' });
  expect(added()).toBe('a time.');
  play.add(message('m9', 'Once upon a time.', { speaker: 'b' }));
  play.emit({ type: 'stream_end', speaker: bob });
  expect(added()).toBe('\n(Bob, end)\n');
  play.emit({ type: 'delta', speaker: carl, text: 'And th' });
  play.emit({ type: 'stream_end', speaker: carl });
  expect(added()).toBe('Carl: And th\n(Carl stopped)\n');
});

test('what may still be a whisper for others is held: of one nothing is ever written down', async () => {
  const play = new SmallPlay([]);
  const { added } = await opened(play, { isCertain: false });
  play.emit({ type: 'delta', speaker: bob, text: 'the secret' });
  play.emit({ type: 'stream_end', speaker: bob });
  expect(added()).toBe('');
  play.emit({ type: 'delta', speaker: bob, text: 'hello' });
  play.add(message('m9', 'hello', { speaker: 'b' }));
  play.emit({ type: 'stream_end', speaker: bob });
  expect(added()).toBe('\nBob: hello\n');
});

test('lines are said, commands are done, and a list is answered by a number; a line that answers nothing is not said', async () => {
  const play = new SmallPlay([...scene]);
  const { typist, shows, added, ended } = await opened(play, { isEchoed: false });
  typist.type('Good evening.', '//me waves');
  await shows('Alice: /me waves');
  added();
  typist.type('/as', 'perhaps', '3');
  await shows('writing as Carl');
  expect(added()).toMatch(/Write as\n1 Alice\n2 Bob\n3 Carl\nenter a number.*Write as\n1 Alice/s);
  typist.type('/pass Bob', '/nonsense', '/quit', 'never');
  expect(await ended).toBe(0);
  expect(added()).toMatch(/cannot be hidden.*there is no command \/nonsense/s);
  const said = play.calls.filter(([name]) => name === 'say').map(([, text]) => text);
  expect(said).toEqual(['Good evening.', '/me waves']);
});

test('after a change of who is played the chat is written down as that one perceives it, and lines go on', async () => {
  const play = new SmallPlay([...scene]);
  const { typist, shows, added } = await opened(play);
  typist.type('/as Carl');
  await shows('you (Carl)> ');
  expect(added()).toMatch(
    /At the fair, as Carl perceives it\n.*Bob whispers to Carl \(unheard by Alice\): A word, Carl\./s,
  );
  play.add(message('m9', 'new', { speaker: 'b' }));
  expect(added()).toBe('\nBob: new\n');
});

test('31 a key is not asked for where what is typed is seen', async () => {
  const { typist, shows, ended, paper } = await opened(new SmallPlay([]));
  typist.type('/model key INN_KEY');
  await shows('what you type here is visible');
  typist.type(null);
  expect(await ended).toBe(0);
  expect(paper()).not.toContain('The key INN_KEY');
});

test('the end of what is typed ends it with 0', async () => {
  const { typist, ended, paper } = await opened(new SmallPlay([]));
  typist.type(null);
  expect(await ended).toBe(0);
  expect(paper().endsWith('\n')).toBe(true);
});
