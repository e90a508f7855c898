import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CallText } from '../../src/tools/call-text.ts';

const json = '{"name":"roll_dice","arguments":{"notation":"2d6","why":"a \\"brace\\" } ] here"}}';
const given = { notation: '2d6', why: 'a "brace" } ] here' };

/** One call in the tags of each dialect. */
const dialects: Readonly<Record<string, string>> = {
  'Hermes and Qwen': `<tool_call>\n${json}\n</tool_call>`,
  'Hermes, without its end': `<tool_call>${json}`,
  'Llama 3': `<|python_tag|>${json.replace('"arguments"', '"parameters"')}<|eom_id|>`,
  'Mistral, a list': `[TOOL_CALLS][${json}]`,
  'Mistral, name and arguments': `[TOOL_CALLS]roll_dice[ARGS]${JSON.stringify(given)}`,
  'OpenAI, as text': `<tool_call>{"function":${json}}</tool_call>`,
};

/** What is said and called of a stream in pieces: after the first call nothing more is taken. */
function read(pieces: readonly string[]) {
  const filter = new CallText();
  let said = '';
  for (const piece of pieces) {
    const { text, calls } = filter.take(piece);
    said += text;
    if (calls.length > 0) return { said, calls };
  }
  return { said: said + filter.end(), calls: [] };
}

const cutAt = (text: string, cuts: readonly number[]): string[] => {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (text.length + 1)), text.length])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, at) => text.slice(places[at], end));
};

describe('HC-10 HC-17 calls in what a model writes', () => {
  for (const [name, call] of Object.entries(dialects))
    test(`${name}: wherever the stream is cut, not a byte of a call is said, and the call is whole`, () => {
      fc.assert(
        fc.property(fc.array(fc.nat(400), { maxLength: 12 }), (cuts) => {
          const { said, calls } = read(cutAt(`I throw. ${call}`, cuts));
          expect(said).toBe('I throw. ');
          expect(calls.map((one) => ({ name: one.name, given: JSON.parse(one.arguments) }))).toEqual([
            { name: 'roll_dice', given },
          ]);
        }),
        { numRuns: 200 },
      );
      for (let cut = 0; cut <= call.length; cut += 1)
        expect(read([call.slice(0, cut), call.slice(cut)]).said).toBe('');
    });

  test('what only looks like the beginning of a call is said as it is', () => {
    for (const text of ['a <tool box', 'a [TOOL_CALL', '1 < 2 [and] more', '<|python_ta', 'ends with <'])
      for (let cut = 0; cut <= text.length; cut += 1)
        expect(read([text.slice(0, cut), text.slice(cut)])).toEqual({ said: text, calls: [] });
  });

  test('a call that is cut short is none, and nothing of it is said', () => {
    const call = dialects['Hermes and Qwen'] ?? '';
    const whole = call.lastIndexOf('}') + 1;
    for (let end = '<tool_call>'.length; end < whole; end += 1)
      expect(read([`Aye. ${call.slice(0, end)}`])).toEqual({ said: 'Aye. ', calls: [] });
  });

  test('what stands in the tag and is no call is told as one without a name', () => {
    for (const inner of ['{"tool":"x"}', '[]', 'nothing', '{"name":5}', '{broken}']) {
      const { said, calls } = read([`<tool_call>${inner}</tool_call>`]);
      expect(said).toBe('');
      expect(calls.every(({ name }) => name === '')).toBe(true);
    }
  });

  test('a call without end is given up after 16,000 characters, and costs linear time', () => {
    const { said, calls } = read([
      '<tool_call>{"name":"',
      ...Array.from({ length: 2000 }, () => 'x'.repeat(10)),
    ]);
    expect(said).toBe('');
    expect(calls).toMatchObject([{ name: '' }]);
  });
});
