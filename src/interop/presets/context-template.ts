import * as z from 'zod';
import type { ContextTemplate, StoryFields } from '../../prompt/template/context-template.ts';
import { flag, nameOf, readTemplateFile, text, unknownFields, withoutBos } from './template-file.ts';

const count = z.number().nullish();
const shape = {
  name: text,
  story_string: text,
  chat_start: text,
  example_separator: text,
  use_stop_strings: flag,
  names_as_stop_strings: flag,
  always_force_name2: flag,
  trim_sentences: flag,
  single_line: flag,
  story_string_position: count,
  story_string_depth: count,
  story_string_role: count,
  allow_jailbreak: flag,
  include_newline: flag,
};

const fields: Record<keyof StoryFields, true> = {
  system: true,
  description: true,
  personality: true,
  scenario: true,
  persona: true,
  char: true,
  user: true,
  loreBefore: true,
  loreAfter: true,
  anchorBefore: true,
  anchorAfter: true,
  mesExamples: true,
  mesExamplesRaw: true,
};
const known = new Set(
  [...Object.keys(fields), 'wiBefore', 'wiAfter', 'trim'].map((one) => one.toLowerCase()),
);

/** One line about the macros that sotto does not know; none when there are none. */
function strangeMacros(story: string): string[] {
  const names = [...story.matchAll(/\{\{~?\s*([\w:]{1,40})[^{}]*\}\}/g)].map(([, name = '']) => name);
  const strange = [...new Set(names)].filter((name) => name !== 'else' && !known.has(name.toLowerCase()));
  if (strange.length === 0) return [];
  return [`story_string holds macros that sotto leaves as they are: ${strange.slice(0, 10).join(', ')}`];
}

/**
 * SillyTavern's context template as sotto's, and one line for each thing that could not be carried over. Whether the
 * story string is well formed, `renderStory` says. Throws SottoError `bad_template`.
 */
export function readContextTemplate(json: string): { context: ContextTemplate; warnings: string[] } {
  const { fields: read, unknown } = readTemplateFile(json, 'context', shape, ['story_string']);
  const written = read.story_string ?? '';
  const story = withoutBos(written);
  const separators = [read.example_separator ?? '', read.chat_start ?? ''];
  const stop = [...(read.single_line ? ['\n'] : []), ...(read.use_stop_strings ? separators : [])];
  const warnings = [
    ...(story === written
      ? []
      : ['the token that begins the prompt was left out: the server adds it by itself']),
    ...strangeMacros(story),
    ...(read.trim_sentences ? ['trim_sentences is not carried over: sotto keeps what was written'] : []),
    ...(read.always_force_name2 === false
      ? ['always_force_name2 is not carried over: a prompt always ends with the name of the speaker']
      : []),
    ...(read.story_string_position
      ? ['story_string_position is not carried over: the story string stands before the history']
      : []),
    ...unknownFields(unknown),
  ];
  const context: ContextTemplate = {
    name: nameOf(read.name, 'context template'),
    story,
    chatStart: read.chat_start ?? '',
    exampleSeparator: read.example_separator ?? '',
    stopsAtNames: read.names_as_stop_strings ?? true,
    stop: [...new Set(stop)].filter((one) => one === '\n' || one.trim() !== ''),
  };
  return { context, warnings };
}
