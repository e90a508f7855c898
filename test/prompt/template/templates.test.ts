import { describe, expect, test } from 'vitest';
import { templateNamed, templateNames } from '../../../src/prompt/template/templates.ts';
import { plainTemplate, type TurnTemplate } from '../../../src/prompt/template/turn-template.ts';

const around = ({ before, after }: TurnTemplate['user'], text: string) => before + text + after;

/** A prompt for Maren, whose history has two others, her own line, and a note. */
const prompt = (template: TurnTemplate): string =>
  [
    around(template.opening, 'You write only Maren’s next line.\n\nMaren keeps the ferry.'),
    around(template.user, 'Ansel: Is the boat in?'),
    around(template.assistant, 'Maren: Since noon.'),
    around(template.user, 'Odile: And who pays?\nNot I.'),
    around(template.system, 'Night falls over the quay.'),
    around(template.user, 'Ansel: I do.'),
    around(template.system, '[Maren never says where the key is.]'),
    `${template.cue}Maren:`,
  ].join('');

describe('turn templates', () => {
  test.each(templateNames)('%s marks the turns of three speakers and a note', async (name) => {
    const template = templateNamed(name) ?? plainTemplate;
    const golden = `${prompt(template)}\n=====\nstop ${JSON.stringify(template.stop)}\n`;
    await expect(golden).toMatchFileSnapshot(`golden/${name}.golden.txt`);
  });

  test('no template begins with the token that the server adds', () => {
    for (const name of templateNames)
      expect(templateNamed(name)?.opening.before).not.toMatch(/^(<s>|<bos>|<\|begin_of_text\|>|<BOS_TOKEN>)/);
  });

  test('a name that no template has is undefined', () => {
    expect(templateNamed('plain')).toBe(plainTemplate);
    expect([templateNamed('chatMl'), templateNamed('__proto__'), templateNamed('')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a reply that is written becomes the same bytes of the next prompt', () => {
    for (const name of templateNames) {
      const { cue, assistant } = templateNamed(name) ?? plainTemplate;
      expect(cue).toBe(assistant.before);
    }
  });
});
