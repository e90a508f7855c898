import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import type { PlayEvent } from '../../src/play/chat/play-state.ts';
import { patience, runs } from '../cases.ts';
import type { Emulator } from './emulator.ts';
import { alice, bob, carl, message, scene } from './fair.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

const f4 = '\x1bOS';
const handover = 'Hand the keyboard to Ann, who plays Bob.';

class Fair extends SmallPlay {
  override title = 'Zanzibar';
  override players = { a: 'Ben', b: 'Ann' };
}

/** Everything that the terminal holds, rows above the screen included. */
const held = ({ terminal }: Emulator): string => {
  const { active } = terminal.buffer;
  return Array.from(
    { length: active.length },
    (_, row) => active.getLine(row)?.translateToString() ?? '',
  ).join('\n');
};

/** Words of the chat and of what is on the screen around it. */
const ofTheChat = /morning|Bob grunts|tent|king|word, Carl|Zanzibar|Carl|Alice|Ben|unheard|─|>/;

const hung = async (play = new Fair([...scene])) => {
  const emulator = await open(play);
  emulator.type('/pass\r');
  await emulator.shows(handover);
  return { play, emulator };
};

describe('passing the keyboard', () => {
  test('HC-37 hides the whole screen: nothing of the chat is left in the terminal', async () => {
    const { emulator } = await hung();
    expect(emulator.writes.find((written) => written.includes(handover))).toContain('\x1b[2J');
    expect(held(emulator)).not.toMatch(ofTheChat);
    expect(emulator.terminal.buffer.active.type).toBe('alternate');
  });

  test('HC-37 Enter shows the view of whoever takes it, and the prompt says who writes', async () => {
    const { emulator, play } = await hung();
    emulator.type('\r');
    await emulator.shows('Ann as Bob >');
    await emulator.shows('A word, Carl');
    expect(play.playing).toBe(bob);
  });

  test('HC-37 Esc gives it back to who had it, with all that was there', async () => {
    const play = new Fair([...scene]);
    const emulator = await open(play);
    emulator.type(`A secret draft${f4}`);
    await emulator.shows(handover);
    emulator.type('\x1b');
    await emulator.shows('Ben as Alice > A secret draft');
    expect(play.playing).toBe(alice);
    await emulator.shows('behind the tent');
  });

  test('HC-37 a draft stays with whose it is, and is there when they come back', async () => {
    const play = new Fair([...scene]);
    const emulator = await open(play);
    emulator.type(`A secret draft${f4}`);
    await emulator.shows(handover);
    emulator.type('\r');
    await emulator.shows('Ann as Bob >');
    expect(held(emulator)).not.toContain('secret');
    emulator.type('\x1b[A');
    emulator.type('Bob writes');
    await emulator.shows('Ann as Bob > Bob writes');
    emulator.type(f4);
    await emulator.shows('Hand the keyboard to Ben, who plays Alice.');
    emulator.type('\r');
    await emulator.shows('Ben as Alice > A secret draft');
    expect(held(emulator)).not.toContain('Bob writes');
  });

  test('HC-37 what was typed before is not recalled by the next one', async () => {
    const play = new Fair([]);
    const emulator = await open(play);
    emulator.type('A whispered plan\r');
    await emulator.shows('A whispered plan');
    emulator.type(f4);
    await emulator.shows(handover);
    emulator.type('\r');
    await emulator.shows('Ann as Bob >');
    emulator.type('\x1b[A!');
    await emulator.shows('Ann as Bob > !');
  });

  test('keys, pastes and the wheel do nothing while it hangs', async () => {
    const { emulator, play } = await hung();
    emulator.type('hello\t\x1b[200~a paste\x1b[201~\x1b[5~\x1b[<64;5;5M\x1bOQ');
    play.emit({ type: 'state' });
    emulator.type('\x1b');
    await emulator.shows('Ben as Alice >');
    expect(emulator.text()).not.toMatch(/hello|a paste|Write as/);
    expect(play.drafts.filter((draft) => draft.includes('hello'))).toEqual([]);
  });

  test('it stays when the keyboard cannot be taken, and does not say why', async () => {
    class Busy extends Fair {
      override async playAs(): Promise<void> {
        throw new SottoError('usage', 'busy', 'Carl is still whispering');
      }
    }
    const { emulator } = await hung(new Busy([...scene]));
    emulator.type('\r');
    await emulator.shows('It cannot be taken now');
    expect(held(emulator)).not.toMatch(ofTheChat);
    emulator.type('\x1b');
    await emulator.shows('Ben as Alice >');
  });

  test('what was asked for before is not shown to who has it after', async () => {
    let answer: (fails: boolean) => void = () => undefined;
    class Slow extends Fair {
      override async prompt(forName: string) {
        const fails = await new Promise<boolean>((resolve) => {
          answer = resolve;
        });
        if (fails) throw new SottoError('usage', 'busy', 'a secret refusal');
        return super.prompt(forName);
      }
    }
    for (const fails of [false, true]) {
      const emulator = await open(new Slow([...scene]));
      emulator.type('/prompt Alice\r');
      emulator.type(f4);
      await emulator.shows(handover);
      emulator.type('\r');
      await emulator.shows('Ann as Bob >');
      answer(fails);
      emulator.type('x');
      await emulator.shows('Ann as Bob > x');
      expect(emulator.text()).not.toMatch(/Prompt for|secret refusal|\/prompt/);
    }
  });

  test('messages that came while scrolled up are not counted for the next one', async () => {
    const many = Array.from({ length: 60 }, (_, n) => message(`n${n}`, `Line ${n}.`));
    const play = new Fair(many);
    const emulator = await open(play);
    emulator.type('\x1b[5~');
    play.add(message('late', 'For Alice.', { perceived: ['a'] }));
    await emulator.shows('↓ 1 new');
    emulator.type(f4);
    await emulator.shows(handover);
    emulator.type('\r');
    await emulator.shows('Ann as Bob >');
    expect(emulator.text()).not.toContain('↓ 1');
  });

  test('alone it goes round those who have a player; without one it says what to do', async () => {
    const play = new SmallPlay([]);
    const emulator = await open(play);
    emulator.type(f4);
    await emulator.shows('no other character has a player');
    emulator.type('/player Carl Eve\r');
    await emulator.shows('Eve plays Carl');
    expect(play.calls).toEqual([['setPlayer', 'Carl', 'Eve']]);
    emulator.type('/pass carl\r');
    await emulator.shows('Hand the keyboard to whoever plays Carl.');
  });

  test('KT-12 the list of F2 says who plays whom', async () => {
    const emulator = await open(new Fair([]));
    emulator.type('\x1bOQ');
    await emulator.shows('Bob (Ann)');
  });
});

describe('while it hangs', () => {
  const word = fc.constantFrom('zephyr', 'quixotic', 'obelisk');
  const who = fc.constantFrom(alice, bob, carl);
  const event: fc.Arbitrary<PlayEvent> = fc.oneof(
    word.map((text): PlayEvent => ({ type: 'message', message: message(text, text) })),
    fc.tuple(who, word).map(([speaker, text]): PlayEvent => ({ type: 'delta', speaker, text })),
    who.map((speaker): PlayEvent => ({ type: 'stream_end', speaker })),
    word.map((text): PlayEvent => ({ type: 'notice', message: text })),
    fc.constantFrom<PlayEvent>({ type: 'state' }, { type: 'reload' }),
  );

  test('HC-37 nothing that arrives is written to the terminal, whatever it is and however large the screen', {
    timeout: patience,
  }, async () => {
    const play = new Fair([...scene]);
    const emulator = await open(play);
    emulator.type(f4);
    await emulator.shows(handover);
    const from = emulator.writes.length;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 8 }), fc.boolean(), async (events, resized) => {
        for (const one of events) {
          if (one.type === 'message') play.messages.push(one.message);
          play.emit(one);
        }
        if (resized) {
          emulator.resize(60, 20);
          await emulator.shows(/^Hand the keyboard[\s\S]*plays Bob/m);
          emulator.resize(80, 24);
        }
        await emulator.shows(handover);
        expect(held(emulator)).not.toMatch(/zephyr|quixotic|obelisk/);
        expect(held(emulator)).not.toMatch(ofTheChat);
      }),
      runs(60),
    );
    const written = emulator.writes.slice(from).join('');
    expect(written).not.toMatch(/zephyr|quixotic|obelisk|Zanzibar|Carl|Alice/);
  });
});
