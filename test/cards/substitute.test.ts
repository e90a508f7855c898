import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { macroName, substitute } from '../../src/cards/substitute.ts';
import { readJson, v1, v3 } from './fixtures.ts';

const names = { char: 'Ada', user: 'Kit' };

describe('macros', () => {
  it('V1-MACRO, V3-CBS-char, V3-CBS-user: names replace every form in any case', () => {
    for (const form of ['{{char}}', '{{CHAR}}', '{{ Char }}', '<BOT>', '<bot>', '<char>', '<CHAR>']) {
      expect(substitute(`(${form})`, names)).toBe('(Ada)');
    }
    for (const form of ['{{user}}', '{{User}}', '{{  user\t}}', '<USER>', '<user>']) {
      expect(substitute(`(${form})`, names)).toBe('(Kit)');
    }
  });

  it('V3-NICK: the nickname stands for the character, the name when there is none', () => {
    const [third] = readJson(v3).characters;
    const [first] = readJson(v1).characters;
    expect([third, first].map((character) => character && macroName(character))).toEqual(['Addie', 'Ada']);
  });

  it('a name that looks like a macro or a replacement pattern is taken literally', () => {
    expect(substitute('{{char}} {{user}}', { char: '{{user}}', user: '$&$1' })).toBe('{{user}} $&$1');
  });

  it('for all texts without these macros, nothing changes', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/char|user|bot/i.test(text));
        expect(substitute(text, names)).toBe(text);
      }),
    );
    expect(substitute('{{original}} <START> {{char} {char}} {{chars}}', names)).toBe(
      '{{original}} <START> {{char} {char}} {{chars}}',
    );
  });
});
