import * as z from 'zod/mini';
import { macroName, substitute } from '../../../cards/substitute.ts';
import { oneLine } from '../../../domain/one-line.ts';
import type { Edge } from '../../../domain/world/mind.ts';
import type { Member } from '../../../domain/world/world.ts';
import { playedKnownTo } from '../../chat/human.ts';
import type { OpenChat } from '../../open/open-chat.ts';
import { lenient } from '../../world/pass/schema.ts';
import { withoutProps } from '../occasions/props.ts';
import { sceneSaid, section } from '../scenes/script.ts';
import type { Piece } from './telling.ts';

const { text } = lenient;
const other = z.catch(z.optional(z.object({ summary: text })), undefined);

/** What somebody is to tell of a scene, and of how they stand to each of these by now. */
export const summarySchema = (names: readonly string[]) => {
  const byName = Object.fromEntries(names.map((name) => [name, other])) as Record<string, typeof other>;
  const others = z.catch(z.optional(z.object(byName)), undefined);
  return z._default(z.object({ summary: text, others }), {});
};

/** What all of them together are to tell of a scene. */
export const groupSchema = z._default(z.object({ summary: text, dynamic: text }), {});

/** Who somebody is, by their card, in at most so many characters; empty without one. */
export function personaOf(chat: OpenChat, member: Member, room: number): string {
  const character = chat.character(member);
  if (!character) return '';
  const user = playedKnownTo(chat.parts.store, chat.state, member.id)?.member.name ?? '';
  return oneLine(substitute(character.description, { char: macroName(character), user })).slice(0, room);
}

/** Whose telling it is: who they are, how they stand to others, and what they do not name. */
interface Teller {
  readonly name: string;
  readonly persona: string;
  readonly felt: readonly { readonly name: string; readonly edge: Edge | undefined }[];
  readonly props: readonly string[];
}

const longestFelt = 160;

const feltLine = (name: string, edge: Edge | undefined, props: readonly string[]): string => {
  const { affinity = 0, trust = 0, summary = '' } = edge ?? {};
  const said = withoutProps(summary, props).slice(0, longestFelt);
  return `- ${name} (affinity ${affinity}, trust ${trust} of 100)${said === '' ? '' : ` ${said}`}`;
};

/** How it is asked how somebody stands to the others by now; empty where there are none. */
function aboutOthers({ name, felt }: Pick<Teller, 'felt' | 'name'>): string {
  const names = felt.map((one) => JSON.stringify(one.name)).join(', ');
  return names === ''
    ? ''
    : ` and "others": by name (${names}) a summary each, in a sentence or two, of how ${name} stands to them by now`;
}

const ownSummary = (name: string): string =>
  `"summary": what ${name} keeps in mind of it in a few sentences, coloured by who ${name} is and feels, and nothing that does not stand here`;

/** So much of the first line of a scene tells which it is. */
const longestBegin = 60;

/** How one of the cast is asked what they keep of a scene that their own prompt holds, by its first line. */
export const summaryBehindOwn = (teller: Pick<Teller, 'felt' | 'name'>, firstLine: string): string => {
  const begin = JSON.stringify(oneLine(firstLine).slice(0, longestBegin));
  return `Beside the play: what is so for ${teller.name} as this scene ends, which began with the line ${begin}? Answer in JSON: ${ownSummary(teller.name)}${aboutOthers(teller)}.`;
};

/** How one of the cast is asked what they keep of a part of a scene, which stands last before the question. */
export const summaryQuestion =
  (teller: Teller) =>
  ({ before, script, isLast }: Piece): string => {
    const { name, persona, felt, props } = teller;
    const known = felt.map((one) => feltLine(one.name, one.edge, props)).join('\n');
    return [
      sceneSaid(script),
      section('What came before that in it', before),
      section(`Who ${name} is`, persona),
      section(`How ${name} stands to the others`, known),
      `Beside the play: ${name} perceived this. What is so for ${name} as this scene ends? Answer in JSON: ${ownSummary(name)}${isLast ? aboutOthers(teller) : ''}.\nJSON:`,
    ].join('');
  };

/** How a part of a scene is asked about that all of them perceived, beside what they kept before. */
export const groupQuestion =
  (names: string, kept: { readonly summary: string; readonly dynamic: string }) =>
  ({ before, script, isLast }: Piece): string =>
    [
      sceneSaid(script),
      section('What came before that in it', before),
      section('What they have kept together until now', kept.summary),
      section('How they are with each other', kept.dynamic),
      `Beside the play: ${names} perceived this, all of them. What is so for all of them as this scene ends? Answer in JSON: "summary": what they have lived through together until now, the old and this scene merged into a few sentences${isLast ? ', and "dynamic": how they are with each other, in a few words' : ''}.\nJSON:`,
    ].join('');
