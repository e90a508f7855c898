import * as z from 'zod/mini';
import { flag, line, lineOrEmpty, mark, number, oneOf, or, texts, tokens, told, whole } from './kinds.ts';

const statusRows = told(
  z.array(z.enum(['persona', 'time', 'idle', 'model'])),
  'a list with any of persona, time, idle and model, such as ["time"]',
);

/** The shape of `[prompt]`. */
export const prompt = z.strictObject({
  context: or(
    tokens(0),
    0,
    'context size',
    'The context of the model in tokens; 0 for what the server says.',
  ),
  context_limit: or(
    tokens(0),
    0,
    'context limit',
    'The most tokens for prompt and reply together; 0 for no limit.',
  ),
  hard: or(tokens(256), 8192, 'longest prompt', 'The most tokens of a prompt.'),
  soft: or(
    tokens(128),
    6144,
    'trimmed prompt',
    'When a prompt would be too long, old turns are dropped until it has fewer tokens than this.',
  ),
  told: or(
    number(0.01, 0.5),
    0.15,
    'room for memories',
    'The share of a prompt that memories, feelings and lore may take before they are condensed.',
  ),
  max_tokens: or(tokens(1), 300, 'longest reply', 'The most tokens of a reply.'),
  stop: or(texts, [], 'stop at', 'Texts at which a reply ends.'),
  template: or(line, 'plain', 'template', 'How the turns of a prompt are marked for the model.'),
  context_template: or(
    lineOrEmpty,
    '',
    'context template',
    'The imported template that orders a prompt; empty for sotto’s own order.',
  ),
  shape: or(
    oneOf('plain', 'lmml'),
    'plain',
    'form',
    'The form of prompts: plain, or lmml, which puts each text into a tag that says what it is.',
  ),
  chat_start: or(
    lineOrEmpty,
    'auto',
    'start of the chat',
    'What stands before the first message; empty for nothing.',
  ),
  live: or(
    told(
      z.union([z.enum(['before_history', 'before_user', 'after_user']), whole(0, 1000)]),
      'before_history, before_user, after_user or a whole number from 0 to 1000',
    ),
    'before_user',
    'place of the present',
    'Where a prompt says what is so now: mood, place and activities.',
  ),
  layout: or(
    oneOf('cache', 'classic'),
    'cache',
    'order',
    'cache keeps the beginning of a prompt the same, so that it is not read again; classic has the traditional order.',
  ),
  status: or(
    statusRows,
    [],
    'real world',
    'What characters are told about the real world: your name, the time, the model.',
  ),
  status_shape: or(
    oneOf('auto', 'sentence', 'element'),
    'auto',
    'real world: form',
    'Whether that is told in a sentence or an element.',
  ),
});

/** The shape of `[ooc]`. */
export const ooc = z.strictObject({
  open: or(mark, '((', 'ooc: opening mark', 'What begins a text that is out of character, and in no prompt.'),
  close: or(mark, '))', 'ooc: closing mark', 'What ends a text that is out of character.'),
  word: or(mark, 'ooc', 'ooc: word', 'The word that marks such a text in brackets, as in (ooc: …).'),
});

/** The shape of `[lore]`. */
export const lore = z.strictObject({
  scan_depth: or(
    whole(0, 1_000_000),
    4,
    'lore: search depth',
    'How many of the newest messages are searched for keys.',
  ),
  names: or(flag, true, 'lore: names count', 'Whether the name of whoever speaks counts as mentioned.'),
  placement: or(
    oneOf('cache', 'exact'),
    'cache',
    'lore: place of entries',
    'cache puts an entry once, where it was activated; exact puts it at its documented place in each prompt.',
  ),
  budget: or(tokens(0), 0, 'lore: most tokens', 'The most tokens of all lorebooks together; 0 for no limit.'),
  min_activations: or(
    whole(0, 1000),
    0,
    'lore: fewest entries',
    'How many entries are active at least, if older messages can activate them.',
  ),
  max_rounds: or(
    whole(0, 1000),
    0,
    'lore: rounds',
    'How many rounds of entries activating each other; 0 for no limit.',
  ),
  recursive: or(flag, true, 'lore: activate others', 'Whether the text of an entry may activate others.'),
  case_sensitive: or(
    flag,
    false,
    'lore: case matters',
    'Whether a key must be written with the same capitals.',
  ),
  whole_words: or(flag, false, 'lore: whole words', 'Whether a key of one word matches whole words only.'),
});
