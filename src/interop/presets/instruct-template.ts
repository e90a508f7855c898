import type { Marks, TurnTemplate } from '../../prompt/template/turn-template.ts';
import { type InstructFields, instructShape, notCarried } from './instruct-fields.ts';
import { nameOf, readTemplateFile, unknownFields, withoutBos } from './template-file.ts';

type Role = 'system' | 'user' | 'assistant';

const nameMacro = /\{\{(?:name|user|char)\}\}/gi;
const nameAtEnd = /\{\{(?:name|user|char)\}\}:[ \t]*$/i;
const looksLikeToken = /^[<[]/;

/** A template file on its way to marks, with what is lost on it. */
class Conversion {
  readonly warnings: string[] = [];
  readonly #fields: InstructFields;
  readonly #joint: string;

  constructor(fields: InstructFields) {
    this.#fields = fields;
    this.#joint = fields.wrap ? '\n' : '';
  }

  warn(warning: string): void {
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
  }

  /** A sequence that is the same for every speaker: sotto writes the name itself, where SillyTavern had a macro. */
  sequence(field: keyof InstructFields, role: Role): string {
    const value = `${this.#fields[field] ?? ''}`;
    if (this.#fields.macro === false) return value;
    const written = value.replace(/\{\{newline\}\}/gi, '\n');
    const fixed = written.replace(nameAtEnd, '').replace(nameMacro, role);
    if (fixed !== written)
      this.warn(`${field} holds a name: sotto's lines begin with the name, the mark itself is "${role}"`);
    if (/\{\{[^{}]*\}\}/.test(fixed)) this.warn(`${field} holds a macro that sotto leaves as it is`);
    return fixed;
  }

  /** What stands before a line. Where the sequence ended with a name, sotto's own follows on the same line. */
  ahead(field: keyof InstructFields, role: Role): string {
    const sequence = this.sequence(field, role);
    const isName = this.#fields.macro !== false && nameAtEnd.test(`${this.#fields[field] ?? ''}`);
    return sequence === '' || isName ? sequence : sequence + this.#joint;
  }

  /** Marks of a role from its two sequences; a line without any ends with a line break. */
  marks(role: Role, [prefix, suffix]: readonly [keyof InstructFields, keyof InstructFields]): Marks {
    const before = this.ahead(prefix, role);
    return { before, after: this.sequence(suffix, role) || this.#joint || (before === '' ? '\n' : '') };
  }

  opening(): Marks {
    const { story_string_prefix, story_string_suffix } = this.#fields;
    const isOld = typeof story_string_prefix !== 'string' && typeof story_string_suffix !== 'string';
    const prefix = this.ahead(isOld ? 'system_sequence_prefix' : 'story_string_prefix', 'system');
    const suffix = this.sequence(isOld ? 'system_sequence_suffix' : 'story_string_suffix', 'system');
    const bare = withoutBos(prefix);
    if (bare !== prefix)
      this.warn('the token that begins the prompt was left out: the server adds it by itself');
    return { before: bare.trim() === '' ? '' : bare, after: suffix || '\n' };
  }

  system(user: Marks): Marks {
    if (this.#fields.system_same_as_user) return user;
    return this.marks('system', ['system_sequence', 'system_suffix']);
  }

  /** Without a line break ahead of it, so that the reply stands in later prompts where it was written. */
  cue(): string {
    return this.ahead(
      this.#fields.last_output_sequence ? 'last_output_sequence' : 'output_sequence',
      'assistant',
    );
  }

  stop(): string[] {
    const { sequences_as_stop_strings } = this.#fields;
    const sequences =
      sequences_as_stop_strings === false
        ? []
        : [
            this.sequence('input_sequence', 'user'),
            this.sequence('output_sequence', 'assistant'),
            this.sequence('last_output_sequence', 'assistant'),
            this.sequence('system_sequence', 'system'),
          ];
    const all = [this.sequence('stop_sequence', 'assistant'), ...sequences].map((one) => one.trim());
    const stops = all.map((one) => (this.#fields.wrap && !looksLikeToken.test(one) ? `\n${one}` : one));
    return [...new Set(stops)].filter((one) => one.trim() !== '');
  }
}

/**
 * SillyTavern's instruct template as sotto's turns, and one line for each thing that could not be carried over.
 * Throws SottoError `bad_template`.
 */
export function readInstructTemplate(json: string): { template: TurnTemplate; warnings: string[] } {
  const { fields, unknown } = readTemplateFile(json, 'instruct', instructShape, [
    'input_sequence',
    'output_sequence',
  ]);
  const { separator_sequence, output_suffix } = fields;
  const conversion = new Conversion({ ...fields, output_suffix: output_suffix ?? separator_sequence });
  const user = conversion.marks('user', ['input_sequence', 'input_suffix']);
  const template: TurnTemplate = {
    name: nameOf(fields.name, 'instruct template'),
    opening: conversion.opening(),
    system: conversion.system(user),
    user,
    assistant: conversion.marks('assistant', ['output_sequence', 'output_suffix']),
    cue: conversion.cue(),
    stop: conversion.stop(),
  };
  return {
    template,
    warnings: [...conversion.warnings, ...notCarried(fields), ...unknownFields(unknown)],
  };
}
