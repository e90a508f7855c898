import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../../src/domain/message.ts';
import { type DirectorSettings, initialDirector } from '../../../src/domain/world/chat-facts.ts';
import {
  answerers,
  candidatesOf,
  goesOn,
  type Situation,
  whisperedTo,
} from '../../../src/play/director/director.ts';
import { runs } from '../../cases.ts';

const names = ['Maren', 'Ansel', 'Odile', 'Tomas'];
const message = (speaker: string, text: string, knownTo: string[] = []): Message => ({
  id: `${speaker} ${text}`,
  turn: text,
  speaker,
  role: 'character',
  text,
  knownTo,
  perceived: knownTo.length > 0 ? knownTo : names,
  at: '',
  truncated: false,
  branch: 'main',
  reasoning: '',
});

interface About {
  readonly present?: readonly string[];
  readonly humans?: readonly string[];
  readonly settings?: Partial<DirectorSettings>;
}

const situation = ({ present = names, humans = ['Tomas'], settings = {} }: About = {}): Situation => {
  const all = { ...initialDirector, ...settings };
  return {
    people: present.map((name) => ({ id: name, name })),
    humans: new Set(humans),
    settings: all,
    talkativeness: (id) => all.talkativeness[id] ?? 0.5,
  };
};
const answer = (about: About, text: string, recent: Message[] = []) =>
  answerers(situation(about), message('Tomas', text), recent).speakers;

describe('who answers the human, naturally', () => {
  test.each([
    ['the one who is named', 'Ansel, what now?', ['Ansel']],
    ['in any case', 'well, ANSEL?', ['Ansel']],
    ['several in the order in which they are named', 'Odile or Ansel? Odile!', ['Odile', 'Ansel']],
    ['nobody for a part of a word', 'The Anselmo sails.', ['Maren']],
    ['a name with punctuation around it', '"Ansel"?', ['Ansel']],
    ['a name in the possessive', "Ansel's letters", ['Ansel']],
    ['never the one who speaks', 'I, Tomas, ask.', ['Maren']],
  ])('RP-046 %s', (_, text, expected) => {
    expect(answer({}, text)).toEqual(expected);
  });

  test('RP-044 RP-046 without a name: whoever else spoke last, else the host', () => {
    expect(answer({}, 'What now?')).toEqual(['Maren']);
    const recent = [message('Ansel', '1'), message('Odile', '2'), message('Tomas', '3')];
    expect(answer({}, 'What now?', recent)).toEqual(['Odile']);
    expect(answer({ present: ['Maren', 'Tomas'] }, 'What now?', recent)).toEqual(['Maren']);
  });

  test('let nobody answer when nobody else is there; who is away is not called', () => {
    expect(answer({ present: ['Tomas'] }, 'Hm.')).toEqual([]);
    expect(answer({ present: ['Ansel', 'Odile', 'Tomas'] }, 'Maren?')).toEqual(['Ansel']);
  });

  test('KT-14 a whisper is answered by those who perceive it, named or not, whatever the strategy', () => {
    const whisper = message('Tomas', 'Maren must not know.', ['Tomas', 'Odile', 'Ansel']);
    for (const strategy of ['natural', 'list', 'pooled', 'model'] as const) {
      expect(answerers(situation({ settings: { strategy } }), whisper, []).speakers).toEqual([
        'Ansel',
        'Odile',
      ]);
    }
    expect(answerers(situation({ settings: { strategy: 'manual' } }), whisper, []).speakers).toEqual([]);
    expect(answerers(situation(), message('Tomas', 'Hm.', ['Tomas']), []).speakers).toEqual([]);
  });

  test('who is muted is not chosen, named or not', () => {
    const settings = { muted: ['Ansel'] };
    expect(answer({ settings }, 'Ansel?')).toEqual(['Maren']);
    expect(answer({ settings }, 'Ansel, Odile?')).toEqual(['Odile']);
    expect(answer({ settings: { muted: ['Maren', 'Ansel', 'Odile'] } }, 'Anybody?')).toEqual([]);
  });

  test.each<[string, About, string[]]>([
    ['no one is here to answer', { present: ['Tomas'] }, []],
    ['everyone else is played by a human', { humans: names }, []],
    ['everyone is muted: /reply NAME', { settings: { muted: ['Maren', 'Ansel', 'Odile'] } }, []],
    [
      'everyone speaks only when named',
      { settings: { talkativeness: { Maren: 0, Ansel: 0, Odile: 0 } } },
      [],
    ],
    ['no one who hears it may answer', { settings: { muted: ['Ansel'] } }, ['Tomas', 'Ansel']],
  ])('RP-044 where let nobody answer, it says why: %s', (why, about, knownTo) => {
    for (const strategy of ['natural', 'list', 'pooled'] as const) {
      const made = situation({ ...about, settings: { ...about.settings, strategy } });
      const choice = answerers(made, message('Tomas', 'Anybody?', knownTo), []);
      expect(choice).toEqual({ speakers: [], why, unsure: [] });
    }
  });

  test('no model speaks for a human: where one is called, nobody else takes the word', () => {
    const humans = ['Tomas', 'Odile'];
    expect(answer({ humans }, 'Odile, what now?')).toEqual([]);
    expect(answer({ humans }, 'Odile, Ansel?')).toEqual(['Ansel']);
    expect(answer({ humans }, 'What now?', [message('Odile', '1')])).toEqual(['Maren']);
  });

  test('a talkativeness of 0 speaks only when named, or when nobody else is there', () => {
    const settings = { talkativeness: { Maren: 0 } };
    expect(answer({ settings }, 'What now?', [message('Maren', '1')])).toEqual(['Ansel']);
    expect(answer({ settings }, 'Maren?')).toEqual(['Maren']);
    expect(answer({ settings, present: ['Maren', 'Tomas'] }, 'What now?')).toEqual(['Maren']);
  });

  test('RP-047 a name that leaves it open is told apart from one that is called', () => {
    expect(answerers(situation(), message('Tomas', 'Where is Odile?'), [])).toEqual({
      speakers: ['Odile'],
      why: 'named',
      unsure: ['Odile'],
    });
    expect(answerers(situation(), message('Tomas', "He said 'Odile is dead'"), [])).toEqual({
      speakers: ['Maren'],
      why: 'the first',
      unsure: ['Odile'],
    });
  });
});

describe('other strategies', () => {
  test('list: everyone once, in the order of the cast', () => {
    expect(answer({ settings: { strategy: 'list' } }, 'Odile?')).toEqual(['Maren', 'Ansel', 'Odile']);
    const talkativeness = { Maren: 0, Odile: 0 };
    expect(answer({ settings: { strategy: 'list', talkativeness } }, 'Odile?')).toEqual(['Ansel', 'Odile']);
  });

  test('manual: nobody', () => {
    expect(answer({ settings: { strategy: 'manual' } }, 'Odile?')).toEqual([]);
    expect(goesOn(situation({ settings: { strategy: 'manual' } }), []).speakers).toEqual([]);
  });

  test('pooled: one by talkativeness, the same for the same chat', () => {
    const settings = { strategy: 'pooled' as const, talkativeness: { Maren: 0, Ansel: 1, Odile: 0.1 } };
    const drawn = Array.from({ length: 200 }, (_, index) =>
      answer({ settings }, 'x', [message('Tomas', `${index}`)]),
    );
    const count = (name: string) => drawn.filter(([first]) => first === name).length;
    expect([count('Maren'), drawn.filter(({ length }) => length !== 1).length]).toEqual([0, 0]);
    expect(count('Ansel')).toBeGreaterThan(count('Odile') * 3);
    expect(count('Odile')).toBeGreaterThan(0);
  });

  test('pooled: who talks only when named does so when named', () => {
    const settings = { strategy: 'pooled' as const, talkativeness: { Maren: 0, Ansel: 1, Odile: 1 } };
    expect(answer({ settings }, 'Maren, are you there?')).toEqual(['Maren']);
    expect(answer({ settings: { ...settings, muted: ['Maren'] } }, 'Maren?')).not.toContain('Maren');
  });

  test('pooled goes on with those who have not spoken since the human did, then with any but the last', () => {
    const pooled = situation({ settings: { strategy: 'pooled' } });
    const said = [message('Odile', '0'), message('Tomas', '1'), message('Maren', '2'), message('Ansel', '3')];
    expect(goesOn(pooled, said).speakers).toEqual(['Odile']);
    for (let more = 0; more < 20; more += 1) {
      expect(goesOn(pooled, [...said, message('Odile', `${more}`)]).speakers).not.toContain('Odile');
    }
  });

  test('list goes on around the cast', () => {
    const list = situation({ settings: { strategy: 'list' } });
    expect(goesOn(list, [message('Ansel', '1')]).speakers).toEqual(['Odile']);
    expect(goesOn(list, [message('Odile', '1')]).speakers).toEqual(['Maren']);
    expect(goesOn(list, [message('Tomas', '1')]).speakers).toEqual(['Maren']);
  });
});

describe('who goes on without the human', () => {
  test('whoever the last message names and who heard it, else who was silent the longest', () => {
    const recent = [message('Odile', '1'), message('Ansel', '2'), message('Maren', 'And you, Ansel?')];
    expect(goesOn(situation(), recent).speakers).toEqual(['Ansel']);
    const whisper = message('Maren', 'And Ansel?', ['Maren', 'Tomas']);
    expect(goesOn(situation(), [message('Ansel', '1'), whisper]).speakers).toEqual(['Odile']);
    expect(goesOn(situation(), [message('Odile', '1'), message('Ansel', '2')]).speakers).toEqual(['Maren']);
  });

  test('nobody twice in a row, unless self-reply is on', () => {
    const two = { present: ['Maren', 'Tomas'] };
    expect(goesOn(situation(two), [message('Maren', '1')]).speakers).toEqual([]);
    expect(
      goesOn(situation({ ...two, settings: { selfReply: true } }), [message('Maren', '1')]).speakers,
    ).toEqual(['Maren']);
  });
});

describe('who answers a whisper between others', () => {
  test('KT-15 its recipients', () => {
    const reply = message('Maren', 'Psst.', ['Maren', 'Ansel', 'Odile']);
    expect(whisperedTo(situation(), reply)).toEqual(['Ansel', 'Odile']);
    expect(whisperedTo(situation({ settings: { muted: ['Ansel'] } }), reply)).toEqual(['Odile']);
    expect(whisperedTo(situation({ settings: { strategy: 'manual' } }), reply)).toEqual([]);
  });

  test('KT-16 nobody when it is public or a human is in it', () => {
    expect(whisperedTo(situation(), message('Maren', 'Hello.'))).toEqual([]);
    expect(whisperedTo(situation(), message('Maren', 'Psst.', ['Maren', 'Ansel', 'Tomas']))).toEqual([]);
    expect(
      whisperedTo(situation({ humans: ['Odile'] }), message('Maren', 'Psst.', ['Maren', 'Ansel', 'Odile'])),
    ).toEqual([]);
  });
});

test('for all chats: only who is there, unmuted and played by no human is chosen, each once, always the same', () => {
  const some = fc.subarray(names);
  const strategy = fc.constantFrom('natural', 'list', 'pooled', 'manual', 'model' as const);
  const text = fc
    .array(fc.constantFrom(...names, 'and', '?', 'is', "'", 'about'))
    .map((words) => words.join(' '));
  const line = fc.tuple(fc.constantFrom(...names), text, fc.oneof(fc.constant<string[]>([]), some));
  const said = line.map(([speaker, words, to]) =>
    message(speaker, words, to.length > 0 ? [...to, speaker] : []),
  );
  const talk = fc.constantFrom(0, 0.3, 1);
  const settings = fc.record({
    strategy,
    selfReply: fc.boolean(),
    muted: some,
    talkativeness: fc.record({ Maren: talk, Ansel: talk, Odile: talk, Tomas: talk }),
  });
  const about = fc.record({ present: some, humans: some, how: settings });
  fc.assert(
    fc.property(about, fc.array(said), said, ({ present, humans, how }, recent, last) => {
      const made = situation({ present, humans, settings: how });
      const choices = [
        answerers(made, last, recent).speakers,
        goesOn(made, recent).speakers,
        whisperedTo(made, last),
      ];
      const again = situation({ present, humans, settings: how });
      expect([answerers(again, last, recent).speakers, goesOn(again, recent).speakers]).toEqual(
        choices.slice(0, 2),
      );
      for (const chosen of choices) {
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(
          chosen.filter((id) => !present.includes(id) || humans.includes(id) || how.muted.includes(id)),
        ).toEqual([]);
        expect(chosen.every((id) => candidatesOf(made).includes(id))).toBe(true);
      }
      expect(choices[0]).not.toContain(last.speaker);
      if (!how.selfReply) expect(choices[1]).not.toContain(recent.at(-1)?.speaker);
    }),
    runs(500),
  );
});
