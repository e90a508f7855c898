import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSottoError } from '../../../src/domain/errors.ts';
import { readInstructTemplate } from '../../../src/interop/presets/instruct-template.ts';
import { runs } from '../../cases.ts';

const read = (fields: object) => readInstructTemplate(JSON.stringify(fields));
const lines = { input_sequence: '<|user|>', output_sequence: '<|model|>', names_behavior: 'always' };
const warningsOf = (fields: object) => read({ ...lines, ...fields }).warnings;

describe("SillyTavern's instruct template", () => {
  test('without wrap, the sequences are the marks', () => {
    const template = {
      name: 'Turns',
      input_sequence: '<|im_start|>user\n',
      input_suffix: '<|im_end|>\n',
      output_sequence: '<|im_start|>assistant\n',
      output_suffix: '<|im_end|>\n',
      system_sequence: '<|im_start|>system\n',
      system_suffix: '<|im_end|>\n',
      story_string_prefix: '<|im_start|>system\n',
      story_string_suffix: '<|im_end|>\n',
      stop_sequence: '<|im_end|>',
      wrap: false,
      macro: true,
      names_behavior: 'always',
      system_same_as_user: false,
      sequences_as_stop_strings: true,
      first_input_sequence: '',
      activation_regex: '',
      bind_to_context: false,
    };
    expect(read(template)).toEqual({
      template: {
        name: 'Turns',
        opening: { before: '<|im_start|>system\n', after: '<|im_end|>\n' },
        system: { before: '<|im_start|>system\n', after: '<|im_end|>\n' },
        user: { before: '<|im_start|>user\n', after: '<|im_end|>\n' },
        assistant: { before: '<|im_start|>assistant\n', after: '<|im_end|>\n' },
        cue: '<|im_start|>assistant\n',
        stop: ['<|im_end|>', '<|im_start|>user', '<|im_start|>assistant', '<|im_start|>system'],
      },
      warnings: [],
    });
  });

  test('with wrap, line breaks stand after the sequences and where a suffix is missing', () => {
    const { template, warnings } = read({
      name: 'Wrapped',
      input_sequence: '### Instruction:',
      output_sequence: '### Response:',
      output_suffix: '\n\n',
      last_output_sequence: '### Response (short):',
      system_same_as_user: true,
      wrap: true,
      names_behavior: 'always',
    });
    expect(warnings).toEqual([]);
    expect(template).toMatchObject({
      opening: { before: '', after: '\n' },
      user: { before: '### Instruction:\n', after: '\n' },
      system: { before: '### Instruction:\n', after: '\n' },
      assistant: { before: '### Response:\n', after: '\n\n' },
      cue: '### Response (short):\n',
      stop: ['\n### Instruction:', '\n### Response:', '\n### Response (short):'],
    });
  });

  test('the sequences end a reply unless the file says no; a token does so anywhere, words on a line of their own', () => {
    const file = { ...lines, input_sequence: 'USER:', stop_sequence: '</s>', wrap: true };
    expect(read(file).template.stop).toEqual(['</s>', '\nUSER:', '<|model|>']);
    expect(read({ ...file, sequences_as_stop_strings: false }).template.stop).toEqual(['</s>']);
  });

  test('a role without sequences is a line of its own', () => {
    const bare = { before: '', after: '\n' };
    expect(read(lines).template.system).toEqual(bare);
    expect(read({ input_sequence: '', output_sequence: '' }).template).toMatchObject({ user: bare, cue: '' });
  });

  test('a name in a sequence is the role, or sotto’s own name where it ends one', () => {
    const named = { input_sequence: '<|im_start|>{{user}}\n', output_sequence: '### {{Char}}: ', wrap: true };
    const { template, warnings } = read({ ...named, names_behavior: 'always' });
    expect(template.user.before).toBe('<|im_start|>user\n\n');
    expect(template.assistant.before).toBe('### ');
    expect(template.cue).toBe('### ');
    expect(warnings).toEqual([
      expect.stringMatching(/^input_sequence holds a name/),
      expect.stringMatching(/^output_sequence holds a name/),
    ]);
    expect(read({ ...lines, ...named, macro: false }).template.user.before).toBe('<|im_start|>{{user}}\n\n');
    expect(warningsOf({ input_suffix: '{{random::a::b}}' })).toEqual([
      'input_suffix holds a macro that sotto leaves as it is',
    ]);
    expect(read({ ...lines, input_suffix: '{{newline}}' }).template.user.after).toBe('\n');
  });

  test('files of old versions are read as well', () => {
    const { template, warnings } = read({
      input_sequence: 'USER: ',
      output_sequence: 'ASSISTANT: ',
      separator_sequence: '</s>',
      system_sequence_prefix: '<s>BEGIN ',
      system_sequence_suffix: ' END',
      names: true,
    });
    expect(template.opening).toEqual({ before: 'BEGIN ', after: ' END' });
    expect(template.assistant.after).toBe('</s>');
    expect(template.name).toBe('instruct template');
    expect(warnings).toEqual([expect.stringMatching(/^the token that begins the prompt was left out/)]);
    expect(warningsOf({ names_behavior: null, names: false })).toEqual([
      expect.stringMatching(/^names_behavior "force"/),
    ]);
  });

  test.each([
    ['first_input_sequence', 'x'],
    ['last_input_sequence', 'x'],
    ['first_output_sequence', 'x'],
    ['last_system_sequence', 'x'],
    ['activation_regex', '/llama/i'],
    ['bind_to_context', true],
    ['user_alignment_message', 'Go on.'],
    ['skip_examples', true],
    ['system_prompt', 'Be good.'],
    ['names_behavior', 'none'],
    ['names_behavior', 'force'],
  ])('what has no place in sotto is told: %s', (field, value) => {
    expect(warningsOf({ [field]: value })).toEqual([expect.stringMatching(`^${field}.*not carried over`)]);
  });

  test('fields that nobody knows are told, without what could hurt a terminal', () => {
    expect(warningsOf({ 'a\u001b[31m': 1, b: 2 })).toEqual([
      'not carried over, because sotto does not know them: a[31m, b',
    ]);
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, 1]));
    expect(warningsOf(many)[0]).toMatch(/ and 490 more$/);
  });

  test('an export of all templates holds one', () => {
    const all = { instruct: { ...lines, name: 'Inner' }, context: { story_string: '' }, preset: {} };
    expect(read(all).template.name).toBe('Inner');
  });

  test.each([
    ['', /is not JSON/],
    ['{"input_sequence": ', /is not JSON/],
    ['[1]', /has none of the fields input_sequence, output_sequence/],
    ['{"story_string":"x"}', /has none of the fields/],
    ['{"input_sequence":1}', /wrong value in "input_sequence"/],
    ['{"input_sequence":"a","wrap":"yes"}', /wrong value in "wrap"/],
    [JSON.stringify({ input_sequence: 'x'.repeat(20_001) }), /wrong value in "input_sequence"/],
    [JSON.stringify({ input_sequence: '', x: 'x'.repeat(1_048_577) }), /is larger than/],
    ['['.repeat(100_000), /is not JSON/],
  ])('a file that is none is refused with a reason: %#', (json, reason) => {
    expect(() => readInstructTemplate(json)).toThrow(reason);
    expect(() => readInstructTemplate(json)).toThrow(
      expect.objectContaining({ family: 'usage', code: 'bad_template' }),
    );
  });

  test('for all files, there is a template or a refusal in one line', () => {
    const value = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('{{name}}', '{{user}}: '),
    );
    const names = ['input_sequence', 'output_sequence', 'wrap', 'macro', 'stop_sequence', 'name', 'names'];
    const file = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value);
    fc.assert(
      fc.property(file, (fields) => {
        try {
          const { template } = read(fields);
          expect(template.stop.every((one) => one.trim() !== '')).toBe(true);
          expect(template.user.before + template.user.after).not.toBe('');
        } catch (error) {
          if (!isSottoError(error)) throw error;
          expect(error.message).not.toContain('\n');
        }
      }),
      runs(300),
    );
  });
});
