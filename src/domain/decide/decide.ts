import type { TagStyle } from '../audience/audience.ts';
import type { NewEvent, Persona } from '../events/events.ts';
import { stateKinds } from '../events/state-kinds.ts';
import { storyKinds } from '../events/story-kinds.ts';
import { toolKinds } from '../events/tool-kinds.ts';
import type { CharacterId, Message } from '../message.ts';
import { sanitize } from '../sanitize.ts';
import { type Member, memberOf, opened, type Whole, type World } from '../world/world.ts';
import { type CastCommand, decideCast } from './decide-cast.ts';
import { decideProposal, type ProposalCommand } from './decide-proposal.ts';
import { decideState, type StateCommand } from './decide-state.ts';
import { decideStory, type StoryCommand } from './decide-story.ts';
import { decideWords, type WordsCommand } from './decide-words.ts';
import { type Decision, refuse } from './decision.ts';
import { decideNote, type NoteCommand } from './notes.ts';

/** What a person wants done in a chat. Messages are passed as the person perceives them. */
export type Command =
  | WordsCommand
  | CastCommand
  | { type: 'delete'; message: Message }
  | { type: 'pin' | 'unpin'; message: Message; owner: CharacterId }
  | { type: 'play_as'; character: CharacterId; persona: Persona | null }
  | { type: 'change_card'; character: CharacterId; card: NonNullable<Member['card']> }
  | { type: 'rename'; title: string }
  | NoteCommand
  | ProposalCommand
  | StateCommand
  | StoryCommand;

function pin(world: World, { type, message, owner }: Extract<Command, { type: 'pin' | 'unpin' }>): Decision {
  const isPinned = world.pins.some((pin) => pin.message === message.id && pin.owner === owner);
  if (type === 'unpin' && !isPinned) return refuse('not_pinned', 'this message is not pinned');
  const kind = type === 'pin' ? 'message_pinned' : 'message_unpinned';
  const isSo = isPinned === (type === 'pin');
  return { events: isSo ? [] : [{ kind, payload: { message: message.id, owner } }] };
}

function changeCard(world: World, { character, card }: Extract<Command, { type: 'change_card' }>): Decision {
  const before = memberOf(world, character)?.card;
  const isSame = before?.id === card.id && before.index === card.index;
  return { events: isSame ? [] : [{ kind: 'character_changed', payload: { character, card } }] };
}

const remove = ({ message }: Extract<Command, { type: 'delete' }>): Decision => ({
  events: [{ kind: 'message_deleted', payload: { message: message.id } }],
});

const playAs = ({ character, persona }: Extract<Command, { type: 'play_as' }>): Decision => ({
  events: [{ kind: 'played_as', payload: { character, persona } }],
});

function rename(title: string): Decision {
  if (title === '') return refuse('empty_title', 'the title is empty; give the chat a name');
  return { events: [{ kind: 'chat_renamed', payload: { title } }] };
}

const calm = (value: unknown): unknown => {
  if (typeof value === 'string') return sanitize(value, { newlines: true });
  if (Array.isArray(value)) return value.map(calm);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, calm(part)]));
};

/** What is set of the fiction reaches prompts and terminals as it is: without what would act there. */
export const calmed = (event: NewEvent): NewEvent =>
  Object.hasOwn(stateKinds, event.kind) ||
  Object.hasOwn(storyKinds, event.kind) ||
  Object.hasOwn(toolKinds, event.kind)
    ? ({ ...event, payload: calm(event.payload) } as NewEvent)
    : event;

/** Decides a command in the state of a chat. Pure. */
export function decide(whole: Whole, command: Command, style: TagStyle): Decision {
  const decision = decidedRaw(opened(whole), command, style);
  return 'refused' in decision ? decision : { events: decision.events.map(calmed) };
}

function decidedRaw(world: World, command: Command, style: TagStyle): Decision {
  switch (command.type) {
    case 'say':
    case 'edit':
      return decideWords(world, command, style);
    case 'join':
    case 'enlist':
    case 'leave':
    case 'set_scene':
    case 'rename_character':
    case 'change_audience':
    case 'change_group':
      return decideCast(world, command);
    case 'delete':
      return remove(command);
    case 'pin':
    case 'unpin':
      return pin(world, command);
    case 'change_card':
      return changeCard(world, command);
    case 'play_as':
      return playAs(command);
    case 'edit_state':
    case 'establish':
    case 'move':
    case 'score':
      return decideState(world, command);
    case 'answer':
      return decideProposal(world, command);
    case 'add_occasion':
    case 'tell_occasion':
    case 'turn_occasion':
    case 'skip':
      return decideStory(world, command);
    case 'rename':
      return rename(command.title.trim());
    default:
      return decideNote(world, command);
  }
}
