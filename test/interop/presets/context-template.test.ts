import { describe, expect, test } from 'vitest';
import { readContextTemplate } from '../../../src/interop/presets/context-template.ts';
import { renderStory } from '../../../src/prompt/template/story.ts';

const read = (fields: object) => readContextTemplate(JSON.stringify(fields));
const story_string = '{{#if system}}{{system}}\n{{/if}}{{#if wiBefore}}{{wiBefore}}\n{{/if}}{{char}}{{trim}}';
const warningsOf = (fields: object) => read({ story_string, ...fields }).warnings;

describe("SillyTavern's context template", () => {
  test('is a layout of what stands before the history', () => {
    const file = {
      name: 'Layout',
      story_string,
      chat_start: '***',
      example_separator: '###',
      use_stop_strings: true,
      names_as_stop_strings: false,
      always_force_name2: true,
      trim_sentences: false,
      single_line: true,
      story_string_position: 0,
      story_string_depth: 1,
      story_string_role: 0,
    };
    const { context, warnings } = read(file);
    expect(context).toEqual({
      name: 'Layout',
      story: story_string,
      chatStart: '***',
      exampleSeparator: '###',
      stopsAtNames: false,
      stop: ['\n', '###', '***'],
    });
    expect(warnings).toEqual([]);
    expect(renderStory(context.story, { system: 'Rules.', char: 'Maren' })).toBe('Rules.\nMaren');
  });

  test('has sensible values where the file says nothing', () => {
    expect(read({ story_string, chat_start: ' ', use_stop_strings: true }).context).toEqual({
      name: 'context template',
      story: story_string,
      chatStart: ' ',
      exampleSeparator: '',
      stopsAtNames: true,
      stop: [],
    });
  });

  test('loses the token that begins the prompt, which the server adds', () => {
    const { context, warnings } = read({ story_string: '<s>[INST] {{system}}' });
    expect(context.story).toBe('[INST] {{system}}');
    expect(warnings).toEqual([expect.stringMatching(/left out/)]);
  });

  test.each([
    ['always_force_name2', false],
    ['trim_sentences', true],
    ['story_string_position', 1],
  ])('what has no place in sotto is told: %s', (field, value) => {
    expect(warningsOf({ [field]: value })).toEqual([expect.stringMatching(`^${field} is not carried over`)]);
  });

  test('macros and fields that sotto does not know are told', () => {
    expect(
      warningsOf({ story_string: '{{date}} {{random:a}} {{Char}} {{#if x}}{{else}}{{/if}}{{! a }}' }),
    ).toEqual(['story_string holds macros that sotto leaves as they are: date, random:a']);
    expect(warningsOf({ strange: 1 })).toEqual([
      'not carried over, because sotto does not know them: strange',
    ]);
  });

  test('an export of all templates holds one', () => {
    expect(read({ instruct: {}, context: { story_string, name: 'Inner' } }).context.name).toBe('Inner');
  });

  test.each([
    ['nothing', /is not JSON/],
    ['{"input_sequence":""}', /the context template has none of the fields story_string/],
    ['{"story_string":"", "chat_start":[]}', /wrong value in "chat_start"/],
  ])('a file that is none is refused with a reason: %s', (json, reason) => {
    expect(() => readContextTemplate(json)).toThrow(reason);
    expect(() => readContextTemplate(json)).toThrow(expect.objectContaining({ code: 'bad_template' }));
  });
});
