import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import { renderStory } from '../../../src/prompt/template/story.ts';
import { runs } from '../../cases.ts';

const fields = {
  system: 'Rules.',
  description: 'Maren keeps the ferry.',
  char: 'Maren',
  user: 'Tomas',
  loreBefore: 'The quay.',
  mesExamples: '',
};

describe('a story string', () => {
  test.each([
    ['{{system}} {{description}}', 'Rules. Maren keeps the ferry.'],
    ['{{ char }} and {{USER}}', 'Maren and Tomas'],
    ['{{wiBefore}}{{loreBefore}}{{wiAfter}}', 'The quay.The quay.'],
    ['{{{system}}}', 'Rules.'],
    ['a{{persona}}b', 'ab'],
    ['{{random:a,b}} {{time}} {x} {{', '{{random:a,b}} {{time}} {x} {{'],
    ['{{constructor}}{{__proto__}}', '{{constructor}}{{__proto__}}'],
  ])('has its fields filled in, and other macros left as they are: %j', (story, expected) => {
    expect(renderStory(story, fields)).toBe(expected);
  });

  test.each([
    ['{{#if system}}{{system}}\n{{/if}}{{#if persona}}{{persona}}\n{{/if}}x', 'Rules.\nx'],
    ['{{#if persona}}a{{else}}b{{/if}}', 'b'],
    ['{{#unless persona}}a{{else}}b{{/unless}}', 'a'],
    ['{{#if persona}}a{{else if char}}b{{else if user}}c{{else}}d{{/if}}', 'b'],
    ['{{#if persona}}{{#if char}}a{{/if}}b{{else}}{{#unless char}}c{{else}}d{{/unless}}{{/if}}', 'd'],
    ['{{#if persona}}{{#if persona}}a{{else}}b{{/if}}{{/if}}', ''],
    ['{{#if mesExamples}}a{{/if}}{{#if nothing}}b{{/if}}', ''],
    ['{{#if persona}}{{trim}}{{char}}{{/if}}\n', '\n'],
  ])('shows what holds: %j', (story, expected) => {
    expect(renderStory(story, fields)).toBe(expected);
  });

  test.each([
    ['a\n\n{{trim}}\n\nb', 'ab'],
    ['a \n{{trim}}\n b', 'a  b'],
    ['{{#if char}}a\n{{/if}}{{trim}}', 'a'],
    ['a{{! no }}b{{!-- {{x}} --}}c{{// no }}d', 'abcd'],
    ['{{#if char}}\n  {{char}}\n{{/if}}\nb', '  Maren\nb'],
    ['a\n  {{! no }}  \nb', 'a\nb'],
    ['a\r\n{{#if char}}\r\nb\r\n{{/if}}\r\n', 'a\nb\n'],
    ['a  {{~char~}}  b', 'aMarenb'],
    ['{{#if char~}}\n\n a {{~/if}}', 'a'],
  ])('keeps the white space that Handlebars keeps: %j', (story, expected) => {
    expect(renderStory(story, fields)).toBe(expected);
  });

  test('is not searched for tags in what its fields hold', () => {
    const hostile = { description: '{{system}}{{#if x}}{{trim}}\n{{/each}}', system: 'Secret' };
    expect(renderStory('{{description}}!', hostile)).toBe(`${hostile.description}!`);
  });

  test.each([
    ['{{#if char}}', /opens \{\{#if\}\} and never closes it/],
    ['{{/if}}', /closes \{\{\/if\}\} where it is not open/],
    ['{{#if char}}{{/unless}}', /closes \{\{\/unless\}\}/],
    ['{{else}}', /\{\{else\}\} that belongs to nothing/],
    ['{{#if a}}{{else}}{{else}}{{/if}}', /\{\{else\}\}/],
    ['{{#each x}}{{/each}}', /uses \{\{#each x\}\}, which sotto does not know/],
    ['{{#if (eq a b)}}{{/if}}', /which sotto does not know/],
    ['{{#if}}{{/if}}', /which sotto does not know/],
    ['{{#if a}}'.repeat(17) + '{{/if}}'.repeat(17), /deeper than 16/],
    ['{{char}}'.repeat(201), /more than 200 tags/],
    ['x'.repeat(20_001), /longer than 20000/],
  ])('that is malformed is refused with a reason: %#', (story, reason) => {
    expect(() => renderStory(story, fields)).toThrow(reason);
    expect(() => renderStory(story, fields)).toThrow(expect.objectContaining({ code: 'bad_story_string' }));
  });

  test('for all story strings, is text or a refusal in words', () => {
    const part = fc.constantFrom(
      ...[
        '{{#if char}}',
        '{{#unless x}}',
        '{{else}}',
        '{{/if}}',
        '{{/unless}}',
        '{{trim}}',
        '{{',
        '}}',
        '{{!--',
      ],
      ...['--}}', '\n', ' ', '~', '{', 'a', '{{char}}', '{{~', '~}}', '{{else if user}}', '\r'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        try {
          expect(typeof renderStory(parts.join(''), fields)).toBe('string');
        } catch (error) {
          if (!isSottoError(error)) throw error;
          expect(error.message).not.toContain('\n');
        }
      }),
      runs(500),
    );
  });
});
