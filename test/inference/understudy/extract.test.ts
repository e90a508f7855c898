import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CompletionEvent } from '../../../src/inference/backend.ts';
import { createUnderstudy } from '../../../src/inference/understudy/backend.ts';
import { answerInJson } from '../../../src/inference/understudy/extract.ts';
import { passSchema } from '../../../src/play/world/pass/schema.ts';
import { runs } from '../../cases.ts';

const schema = z.toJSONSchema(passSchema(['Tomas', 'Odile'], ['the boat', 'the inn']));
const asked = (line: string, name = 'Maren') =>
  JSON.parse(
    answerInJson(
      `Maren: Who is there?\n${line}\n\nBeside the play: what has changed for ${name} with the last line?`,
      schema,
      150,
    ),
  );
const ofTomas = (line: string) => asked(`Tomas: ${line}`).others?.Tomas ?? {};

describe('the understudy, asked for JSON', () => {
  test('reads warm and cold words, what somebody tells of themselves and what they do', () => {
    expect(ofTomas('Thank you, my dear friend.')).toMatchObject({ affinity: 3 });
    expect(ofTomas('You are a liar.')).toMatchObject({ affinity: -1, trust: -1 });
    expect(ofTomas('I have the key. It is late.')).toMatchObject({ facts: ['I have the key.'] });
    expect(ofTomas('*Tomas ties up the boat.* Done.')).toMatchObject({ verb: 'ties up the boat' });
    expect(ofTomas('Aye.')).toEqual({ verb: 'talking' });
  });

  test('reads times, weather, places, presents and where somebody is', () => {
    expect(asked('Tomas: Night falls, and it rains.')).toMatchObject({ time: 'night', weather: 'rain' });
    expect(asked('Tomas: *He enters the cellar.*')).toMatchObject({ place: 'the cellar' });
    expect(asked('Tomas: *He gives you a lamp.*')).toMatchObject({ gains: ['lamp'] });
    expect(asked('Maren: *She hands him the lamp.*')).toMatchObject({ loses: ['lamp'] });
    expect(asked('Tomas: We meet at the inn.')).toMatchObject({ container: 'the inn' });
    expect(asked('Tomas: Aye.')).not.toHaveProperty('time');
  });

  test('says how much a line matters', () => {
    expect(asked('Tomas: Aye.')).not.toHaveProperty('significance');
    expect(asked('Tomas: Who goes there?')).toMatchObject({ significance: 1 });
    expect(asked('Tomas: I am your father.')).toMatchObject({ significance: 2 });
  });

  test('RP-087 says of each of many lines how much it matters, also where they have many rows', () => {
    const lines = Array.from({ length: 40 }, (_, n) =>
      n % 2 ? `Tomas: ${n} is late.\nIt is.\n\nIt is.` : `Maren: ${n} is dead.`,
    );
    const wanted = z.toJSONSchema(passSchema(['Tomas'], [], lines.length));
    const question = 'Beside the play: what has changed for Maren with the last 40 lines?';
    const { significance } = JSON.parse(answerInJson(`${lines.join('\n')}\n\n${question}`, wanted, 600));
    expect(significance).toEqual(lines.map((_, n) => (n % 2 ? 0 : 2)));
  });

  const leaf: fc.Arbitrary<z.ZodType> = fc.oneof(
    fc.constantFrom(z.string(), z.string().max(5), z.boolean(), z.null(), z.literal('yes'), z.number()),
    fc.constantFrom(z.int().min(-3).max(3), z.int().min(2).max(9), z.enum(['rain', 'sun'])),
  );
  const { shape } = fc.letrec<{ shape: z.ZodType }>((tie) => ({
    shape: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .dictionary(fc.constantFrom('mood', 'facts', 'Bob', 'summary', 'trust', 'x'), tie('shape'))
        .map((all) => z.object(all)),
      tie('shape').map((one) => z.array(one).min(1)),
      tie('shape').map((one) => z.optional(one)),
      fc.tuple(tie('shape'), leaf).map(([one, other]) => z.union([one, other])),
    ),
  }));

  test('∀ schemas and texts: the answer is valid by the schema and the same each time', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('Bob: I have it. Thank you!', 'Bob: *He gives you a cup.*\nIt rains.'),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('mood', 'facts', 'Bob', 'y'), shape),
        text,
        (fields, prompt) => {
          const wanted = z.object(fields);
          const answer = answerInJson(prompt, z.toJSONSchema(wanted), 150);
          expect(z.safeParse(wanted, JSON.parse(answer)).error).toBeUndefined();
          expect(answerInJson(prompt, z.toJSONSchema(wanted), 150)).toBe(answer);
        },
      ),
      runs(300),
    );
  });

  test('says it as a server would, and a line where no object is wanted', async () => {
    const said = async (json_schema: Record<string, unknown>): Promise<string> => {
      const request = {
        prompt: 'Tomas: Night falls.\nMaren:',
        stop: [],
        maxTokens: 60,
        seed: 1,
        sampling: {},
      };
      const events: CompletionEvent[] = [];
      const { signal } = new AbortController();
      for await (const event of createUnderstudy().complete(
        { ...request, shapes: [{ json_schema }] },
        signal,
      ))
        events.push(event);
      const end = events.at(-1);
      return end?.type === 'finished' ? end.text : '';
    };
    expect(JSON.parse(await said(schema))).toMatchObject({ time: 'night' });
    expect(await said({ type: 'string', enum: ['yes', 'no'] })).not.toMatch(/^[{"]/);
  });
});
