import { canonicalAudience, readTags, resolveNames, type TagStyle } from './audience.ts';
import { SottoError } from './errors.ts';
import type { NewEvent, Persona } from './events.ts';
import type { CharacterId, Message } from './message.ts';
import { type Member, memberNamed, memberOf, type World } from './world.ts';

/** Puts names in the place of macros, in a text whose tags are read already. */
export type FillIn = (text: string) => string;

/** What a person wants done in a chat. Messages are passed as the person perceives them. */
export type Command =
  | { do: 'say'; speaker: CharacterId; raw: string; to?: readonly string[]; fillIn?: FillIn }
  | { do: 'edit'; message: Message; raw: string; fillIn?: FillIn }
  | { do: 'delete'; message: Message }
  | { do: 'pin' | 'unpin'; message: Message; owner: CharacterId }
  | { do: 'play_as'; character: CharacterId; persona: Persona | null }
  | { do: 'change_card'; character: CharacterId; card: NonNullable<Member['card']> }
  | { do: 'rename'; title: string };

/** Why a command is refused; nothing is stored then. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The events that a command causes, or why it is refused. */
export type Decision = { readonly events: readonly NewEvent[] } | { readonly refused: Refusal };

const refuse = (code: string, message: string): Decision => ({ refused: { code, message } });

/** Names of the cast in a sentence: `Alice, Bob or Carl`. */
export const castList = (world: World): string => {
  const names = world.cast.map((member) => member.name);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
};

type Words = { text: string; raw: string; knownTo: CharacterId[] };

/** What a person wrote, tags read; an unclosed tag, a stranger's name or no text at all is refused (KT-05). */
function readWords(
  world: World,
  style: TagStyle,
  written: Omit<Extract<Command, { do: 'say' }>, 'do'> & { before?: readonly CharacterId[] },
): Words | Refusal {
  const said = readTags(
    written.raw,
    style,
    world.cast.map((member) => member.name),
  );
  const names = [...said.names, ...(written.to ?? [])];
  const { ids, unknown } = resolveNames(world, names);
  if (said.unclosed) {
    const message = `the tag ${style.tag} is not closed; end its names with ${style.end}`;
    return { code: 'unclosed_tag', message };
  }
  if (unknown[0] !== undefined) {
    const message = `nobody here is called "${unknown[0]}"; the audience can be ${castList(world)}`;
    return { code: 'unknown_name', message };
  }
  if (said.tagged && said.names.length === 0) {
    return {
      code: 'empty_audience',
      message: `the tag names nobody; write it as ${style.tag}Name${style.end}`,
    };
  }
  if (said.text === '') return { code: 'empty_text', message: 'there is no text to say; write something' };
  const knownTo =
    names.length > 0 ? canonicalAudience(world, [...ids, written.speaker]) : [...(written.before ?? [])];
  return { text: written.fillIn?.(said.text) ?? said.text, raw: written.raw, knownTo };
}

const isRefusal = (words: Words | Refusal): words is Refusal => 'code' in words;

function say(world: World, style: TagStyle, command: Extract<Command, { do: 'say' }>): Decision {
  const words = readWords(world, style, command);
  if (isRefusal(words)) return { refused: words };
  return { events: [{ kind: 'message_said', payload: { speaker: command.speaker, ...words } }] };
}

function edit(world: World, style: TagStyle, command: Extract<Command, { do: 'edit' }>): Decision {
  const { message, do: _, ...written } = command;
  const speaker = message.speaker ?? '';
  const words = readWords(world, style, { ...written, speaker, before: message.knownTo });
  if (isRefusal(words)) return { refused: words };
  return { events: [{ kind: 'message_edited', payload: { message: message.id, ...words } }] };
}

/** Decides a command in a world. Pure. */
export function decide(world: World, command: Command, style: TagStyle): Decision {
  switch (command.do) {
    case 'say':
      return say(world, style, command);
    case 'edit':
      return edit(world, style, command);
    case 'delete':
      return { events: [{ kind: 'message_deleted', payload: { message: command.message.id } }] };
    case 'pin':
    case 'unpin': {
      const { message, owner } = command;
      const pinned = world.pins.some((pin) => pin.message === message.id && pin.owner === owner);
      if (command.do === 'unpin' && !pinned) return refuse('not_pinned', 'this message is not pinned');
      const kind = command.do === 'pin' ? 'message_pinned' : 'message_unpinned';
      return {
        events: pinned === (command.do === 'pin') ? [] : [{ kind, payload: { message: message.id, owner } }],
      };
    }
    case 'change_card': {
      const { character, card } = command;
      const before = memberOf(world, character)?.card;
      const isSame = before?.id === card.id && before.index === card.index;
      return { events: isSame ? [] : [{ kind: 'character_changed', payload: { character, card } }] };
    }
    case 'play_as':
      return {
        events: [{ kind: 'played_as', payload: { character: command.character, persona: command.persona } }],
      };
    case 'rename': {
      const title = command.title.trim();
      if (title === '') return refuse('empty_title', 'the title is empty; give the chat a name');
      return { events: [{ kind: 'chat_renamed', payload: { title } }] };
    }
  }
}

/** The member of this name. Throws SottoError `unknown_name` with the names that exist. */
export function requireMember(world: World, name: string): Member {
  const member = memberNamed(world, name) ?? memberOf(world, name);
  if (member) return member;
  throw new SottoError(
    'not_found',
    'unknown_name',
    `nobody here is called "${name}"; there is ${castList(world)}`,
  );
}
