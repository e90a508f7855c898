import { SottoError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/one-line.ts';
import { memberNamed } from '../../domain/world/world.ts';
import type { AskingPlay } from '../chat/asking-play.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { carryOut } from '../tree/changes.ts';
import { receiver } from './invoking.ts';

/** Words of the description of somebody who becomes a character of their own. */
const words = 250;

/** Somebody whom another character has played so far, as that one describes them. */
export interface SplitOut {
  readonly name: string;
  readonly from: string;
  readonly description: string;
}

const questionFor = (name: string): string =>
  `So far you have played ${name}. From now on somebody else does, who knows of ${name} only what you write now. Describe ${name} for a character card, in the third person, in one to three paragraphs: who ${name} is, looks, manner of speech, aims, what ${name} knows and hides, and what ${name} has seen in this story. Write nothing that ${name} cannot know, and nothing else.`;

/**
 * Asks whoever played somebody to describe them: their own view is empty (HC-36). Nothing is stored. Rejects with SottoError
 * `already_there`, `missing_value`, and as `ask`.
 */
export async function describeSplit(
  chat: OpenChat,
  { ask }: AskingPlay,
  { name: wanted, from }: { readonly name: string; readonly from?: string | undefined },
): Promise<SplitOut> {
  const name = oneLine(wanted);
  if (memberNamed(chat.stage, name))
    throw new SottoError('usage', 'already_there', `${name} is a character of their own already`);
  const master = receiver(chat, from, '--from');
  const { text } = await ask(master.name, { text: questionFor(name), maxWords: words });
  if (text.trim() === '')
    throw new SottoError('server', 'empty_reply', `${master.name} wrote nothing about ${name}; try again`);
  return { name, from: master.name, description: text.trim() };
}

/** Tells whoever played somebody, for good, that they no longer do. */
export function handOver(chat: OpenChat, { name, from }: Pick<SplitOut, 'name' | 'from'>): void {
  const { id } = chat.perspective.acquaintance(from);
  const before = chat.known(id).scenarios[id];
  const line = `${name} is played by somebody else now: never write what ${name} says, does or thinks; let ${name} speak.`;
  const text = before === undefined ? line : `${before.text}\n${line}`;
  const isInstead = before?.isInstead === true;
  carryOut(chat, { type: 'scenario', by: chat.viewer, name: from, text, isInstead });
}
