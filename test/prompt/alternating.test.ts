import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { templateNamed } from '../../src/prompt/template/templates.ts';
import { plainTemplate, type TurnTemplate } from '../../src/prompt/template/turn-template.ts';
import { buildPrompt } from '../../src/prompt/zones/build.ts';
import { runs } from '../cases.ts';
import { input, message } from './scene.ts';

const chatml = templateNamed('chatml') as TurnTemplate;
const own = { ...chatml, name: 'server' };
const { layout } = input([]);
/** Lines by these, in order. */
const said = (speakers: readonly string[]) =>
  speakers.map((speaker, at) => message(at, `line ${at}`, { speaker }));
const speakers = fc.array(fc.constantFrom('Maren', 'Maren', 'Ansel'), { maxLength: 12 });
const isAssistant = (part: string) => part.startsWith('assistant');

const prompt = (who: readonly string[], template: TurnTemplate = own) =>
  buildPrompt(input(said(who), { layout: { ...layout, template } })).prompt;

describe("the server's own template", () => {
  test('never has two turns of the assistant in a row, whoever spoke how often', () => {
    fc.assert(
      fc.property(speakers, (who) => {
        const turns = prompt(who).split('<|im_start|>').slice(1);
        for (const [at, turn] of turns.entries())
          if (at > 0 && isAssistant(turn)) expect(isAssistant(turns[at - 1] ?? '')).toBe(false);
      }),
      runs(200),
    );
  });

  test('invariant 6 a prompt begins as the one before it did, through the last line before the reminder', () => {
    fc.assert(
      fc.property(speakers, fc.constantFrom('Maren', 'Ansel'), (who, next) => {
        const [before, after] = [prompt(who), prompt([...who, next])];
        const shared = before.slice(0, before.indexOf(`${chatml.system.before}[Maren never`));
        expect(after.startsWith(shared)).toBe(true);
      }),
      runs(200),
    );
  });

  test('no other template has a turn that nobody said', () => {
    for (const template of [plainTemplate, chatml])
      expect(prompt(['Maren', 'Maren'], template)).not.toContain('…');
  });
});

test('a chat endpoint gets no two messages of the assistant in a row', () => {
  const { messages } = buildPrompt(
    input(said(['Ansel', 'Maren', 'Maren', 'Maren']), { layout: { ...layout, isChat: true } }),
  );
  expect(messages?.map(({ role }) => role).slice(1, 7)).toEqual([
    ...['user', 'assistant', 'user', 'assistant', 'user', 'assistant'],
  ]);
});
