import { type Fields, fieldsOf, textIn, without } from '../../domain/json/fields.ts';
import type { WholeChat } from '../chat-file.ts';
import { ChatMaking, characterOf, type DocumentFormat, type Unsaid } from './document.ts';

const mark = /\{\{\[(INPUT|OUTPUT|SYSTEM)(?:_END)?\]\}\}/;
const marks = /(\{\{\[(?:INPUT|OUTPUT|SYSTEM)(?:_END)?\]\}\})/;
const chatMode = 3;
const adventureMode = 2;

/** A piece of the story, and whose it is: the human's, nobody's, or one of the others'. */
interface Piece {
  readonly by: 'human' | 'system' | 'character' | { readonly name: string };
  readonly text: string;
}

/** A story between `{{[INPUT]}}` and `{{[OUTPUT]}}`: what stands behind a mark is whose mark it is. */
function* marked(story: string): Generator<Piece> {
  let by: Piece['by'] = 'character';
  for (const piece of story.split(marks)) {
    const found = mark.exec(piece)?.[1];
    if (found === undefined) yield { by, text: piece };
    else by = found === 'INPUT' ? 'human' : found === 'SYSTEM' ? 'system' : 'character';
  }
}

/** A story of lines with the names of those who say them. */
function* named(story: string, human: string, others: readonly string[]): Generator<Piece> {
  let by: Piece['by'] = 'system';
  let lines: string[] = [];
  for (const line of story.split('\n')) {
    const name = [human, ...others].find((one) => line.startsWith(`${one}:`));
    if (name === undefined) {
      lines.push(line);
      continue;
    }
    yield { by, text: lines.join('\n') };
    by = name === human ? 'human' : { name };
    lines = [line.slice(name.length + 1)];
  }
  yield { by, text: lines.join('\n') };
}

/** An adventure: lines behind `> ` are what the human does. */
function* adventure(actions: readonly string[]): Generator<Piece> {
  for (const text of actions) {
    const did = /^\s*> ?/.exec(text)?.[0];
    yield did === undefined ? { by: 'character', text } : { by: 'human', text: text.slice(did.length) };
  }
}

function piecesOf(actions: readonly string[], mode: unknown, people: readonly string[]): Iterable<Piece> {
  const story = actions.join('');
  const [human = '', ...others] = people;
  if (mark.test(story)) return marked(story);
  if (mode === chatMode) return named(story, human, others);
  return mode === adventureMode ? adventure(actions) : actions.map((text) => ({ by: 'character', text }));
}

function* chats(file: Fields, unsaid: Unsaid): Generator<WholeChat> {
  const { chatname, chatopponent, opmode } = fieldsOf(file.savedsettings);
  const making = new ChatMaking('kobold_lite', unsaid, textIn(chatname));
  const others = textIn(chatopponent)
    .split('||$||')
    .flatMap((name) => name.trim() || []);
  const actions = [file.prompt, ...(file.actions as readonly unknown[])].map(textIn);
  const by = (piece: Piece['by']): string | null => {
    if (piece === 'system') return null;
    if (piece === 'human') return making.human;
    return piece === 'character' ? characterOf(unsaid, others[0]) : piece.name;
  };
  const messages = [...piecesOf(actions, opmode, [making.human, ...others])].flatMap((piece) => {
    const text = piece.text.trim();
    return text === '' ? [] : [making.say({ by: by(piece.by), text, at: null, foreign: {} })];
  });
  yield making.chat({ messages, foreign: without(file, ['prompt', 'actions']) });
}

/**
 * KoboldAI Lite's saved story: `prompt` and `actions` are one text, in which marks, names of `savedsettings` or `> `
 * say whose a piece is. It keeps no times.
 */
export const koboldLite: DocumentFormat = {
  is: ({ actions, savedsettings, gamestarted }) =>
    Array.isArray(actions) && (savedsettings !== undefined || gamestarted !== undefined),
  chats,
};
