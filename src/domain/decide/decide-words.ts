import { canonicalAudience, readTags, type TaggedText, type TagStyle } from '../audience/audience.ts';
import {
  isInPlay,
  isPresent,
  type NamedAudience,
  namedAudience,
  namesToHear,
  nobodyOf,
  unheardName,
} from '../audience/groups.ts';
import type { Persona } from '../events/events.ts';
import type { CharacterId, Message } from '../message.ts';
import { absence } from '../world/names.ts';
import { type Member, memberOf, presentIn, type World } from '../world/world.ts';
import { type Decision, isRefusal, type Refusal } from './decision.ts';

/** Puts what they stand for in the place of macros, in a text whose tags are read already and that `audience` will read. */
export type FillIn = (text: string, audience: readonly CharacterId[]) => string;

/** What a person wants said, or written in the place of what was said. */
export type WordsCommand =
  | {
      type: 'say';
      speaker: CharacterId;
      raw: string;
      to?: readonly string[];
      fillIn?: FillIn;
      /** Whom the human is while saying it. */
      persona?: Persona;
    }
  /** `viewer`: whose knowledge of the cast its tags are read with; `isAnew`: it is another version of it, and not put right. */
  | {
      type: 'edit';
      message: Message;
      viewer: CharacterId | 'everyone';
      raw: string;
      fillIn?: FillIn;
      isAnew?: boolean;
    };

/** A text without its tags, and those whom they and `to` name; null when nobody is named. */
interface Words {
  readonly text: string;
  readonly raw: string;
  readonly named: readonly CharacterId[] | null;
}

const noText: Refusal = { code: 'empty_text', message: 'the message is empty; write something' };

/** What is refused of a tag or a list of names; null when nothing is. */
function problemOf(
  said: TaggedText,
  to: readonly string[] | undefined,
  {
    reached: { unknown, deserted },
    style,
    unheard,
  }: { reached: NamedAudience; style: TagStyle; unheard: (name: string) => Refusal },
): Refusal | null {
  if (said.unclosed) {
    const message = `the tag ${style.tag} is not closed; end its names with ${style.end}`;
    return { code: 'unclosed_tag', message };
  }
  if (unknown[0] !== undefined) return unheard(unknown[0]);
  if (deserted[0] !== undefined) return nobodyOf(deserted[0]);
  if (said.tagged && said.names.length === 0) {
    const message = `the tag names nobody; write it as ${style.tag}Name${style.end}`;
    return { code: 'empty_audience', message };
  }
  if (to?.length === 0)
    return { code: 'empty_audience', message: 'the audience names nobody; name somebody' };
  return said.text === '' ? noText : null;
}

/** What a person wrote, tags read; an unclosed tag, a stranger's name or no text at all is refused (KT-05). */
function readWords(
  world: World,
  style: TagStyle,
  written: {
    readonly raw: string;
    readonly to?: readonly string[];
    readonly fillIn?: FillIn;
    readonly viewer: CharacterId | 'everyone';
    /** Who will read it, given those who are named, if any are. */
    readonly readers: (named: readonly CharacterId[] | null) => readonly CharacterId[];
    /** Whether one who is in a group that is named hears it. */
    readonly hears: (one: Member) => boolean;
  },
): Words | Refusal {
  const { raw, to, fillIn, viewer, readers, hears } = written;
  const said = readTags(raw, style, namesToHear(world, viewer));
  const names = [...said.names, ...(to ?? [])];
  const reached = namedAudience(world, viewer, names, { member: hears });
  const unheard = (name: string) => unheardName(world, viewer, name);
  const problem = problemOf(said, to, { reached, style, unheard });
  if (problem) return problem;
  const named = names.length > 0 ? reached.ids : null;
  const text = fillIn?.(said.text, readers(named)).trim() ?? said.text;
  return text === '' ? noText : { text, raw, named };
}

/** A tag may keep a thought to oneself (KT-04); to say something *to* oneself is a slip. */
const toOneself = (
  to: readonly string[] | undefined,
  { named }: Words,
  speaker: CharacterId,
): Refusal | null =>
  to && named?.every((id) => id === speaker)
    ? { code: 'empty_audience', message: 'only the speaker would hear it; name somebody else' }
    : null;

/** Those of an audience who cannot hear what is said now. */
function deaf(world: World, named: readonly CharacterId[] | null): Refusal | null {
  const away = named?.flatMap((id) => memberOf(world, id) ?? []).find(({ present }) => !present);
  if (!away) return null;
  const message = `${away.name} is away and hears nothing; name those who are here, or \`sotto join "${away.name}"\` first`;
  return { code: 'absent_audience', message };
}

function say(world: World, style: TagStyle, command: Extract<WordsCommand, { type: 'say' }>): Decision {
  const { speaker, persona } = command;
  const member = memberOf(world, speaker);
  if (member && !member.present) return { refused: absence(member) };
  const readers = (named: readonly CharacterId[] | null) =>
    named ? audienceOf(world, named, speaker) : presentIn(world);
  const words = readWords(world, style, { ...command, viewer: speaker, readers, hears: isPresent });
  if (isRefusal(words)) return { refused: words };
  const { named, ...said } = words;
  const refused = deaf(world, named) ?? toOneself(command.to, words, speaker);
  if (refused) return { refused };
  const knownTo = named ? canonicalAudience(world, [...named, speaker]) : [];
  const confided = named !== null && knownTo.length === 0 && { confided: true };
  const worn = persona && { persona };
  return { events: [{ kind: 'message_said', payload: { speaker, ...said, knownTo, ...confided, ...worn } }] };
}

/** An old message keeps exactly the names that it is given: who is there now says nothing of who was there then. */
export const audienceOf = (
  world: World,
  named: readonly CharacterId[],
  speaker: CharacterId | null,
): CharacterId[] => world.cast.filter(({ id }) => id === speaker || named.includes(id)).map(({ id }) => id);

function edit(world: World, style: TagStyle, command: Extract<WordsCommand, { type: 'edit' }>): Decision {
  const { speaker, id: message, knownTo: before, perceived } = command.message;
  const readers = (named: readonly CharacterId[] | null) =>
    named ? audienceOf(world, named, speaker) : perceived;
  const words = readWords(world, style, { ...command, readers, hears: isInPlay });
  if (isRefusal(words)) return { refused: words };
  const { named, ...said } = words;
  const knownTo = named ? audienceOf(world, named, speaker) : [...before];
  const anew = command.isAnew === true && { anew: true as const };
  return { events: [{ kind: 'message_edited', payload: { message, speaker, ...said, knownTo, ...anew } }] };
}

/** Decides what a person writes. Pure. */
export const decideWords = (world: World, command: WordsCommand, style: TagStyle): Decision =>
  command.type === 'say' ? say(world, style, command) : edit(world, style, command);
