import { readFileSync } from 'node:fs';
import type { App } from '../../src/app/run/app.ts';
import type { NewEvent } from '../../src/domain/events/events.ts';
import type { CharacterId, MessageId } from '../../src/domain/message.ts';
import { startChat } from '../../src/play/new-chat.ts';
import type { Past } from '../../src/store/recall/past.ts';

/** A dialogue of a file in LoCoMo's format, as far as it is read here. */
export interface Dialogue {
  readonly conversation: Readonly<Record<string, unknown>> & {
    readonly speaker_a: string;
    readonly speaker_b: string;
  };
  readonly qa: readonly {
    readonly question: string;
    readonly evidence?: readonly string[];
    readonly category: number;
  }[];
}

interface Turn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text: string;
  /** What is on the picture that was shown. */
  readonly blip_caption?: string;
}

interface Said extends Turn {
  readonly at: string;
}

/** The dialogues of a file. */
export const dialoguesOf = (path: string | URL): Dialogue[] => JSON.parse(readFileSync(path, 'utf8'));

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const minute = 60_000;

/** When a session began: `1:56 pm on 8 May, 2023`. */
function timeOf(text: string): number {
  const [, hour, minutes, half, day, month = '', year] =
    /^(\d+):(\d+) ([ap]m) on (\d+) (\w+), (\d+)$/.exec(text.trim()) ?? [];
  if (year === undefined) throw new Error(`no time: ${text}`);
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return Date.UTC(Number(year), months.indexOf(month.toLowerCase()), Number(day), hours, Number(minutes));
}

/** All turns, each a minute after the one before in its session. */
const turnsOf = ({ conversation }: Dialogue): Said[] =>
  Object.keys(conversation).flatMap((key) => {
    const turns = /^session_\d+$/.test(key) ? (conversation[key] as readonly Turn[]) : [];
    if (turns.length === 0) return [];
    const began = timeOf(String(conversation[`${key}_date_time`]));
    return turns.map((turn, at) => ({ ...turn, at: new Date(began + at * minute).toISOString() }));
  });

/** A dialogue in a store, as one of its speakers has heard all of it. */
export interface Heard {
  readonly past: Past;
  readonly cast: readonly { readonly id: CharacterId; readonly name: string }[];
  /** Messages by the ids of their turns. */
  readonly turns: ReadonlyMap<string, MessageId>;
}

/** Puts a dialogue into the store: a chat of its speakers, each turn a message at its time. */
export function heard(context: App, dialogue: Dialogue): Heard {
  const { speaker_a: a, speaker_b: b } = dialogue.conversation;
  const { store } = context;
  const chat = startChat(context.newChatParts, { cards: [], as: a });
  const [first, second] = [context.play(chat).state().playing.id, context.newChatParts.idFor(`${chat} ${b}`)];
  const turns = turnsOf(dialogue);
  const facts = turns.map(({ speaker, text, blip_caption, at }): NewEvent => {
    const said = blip_caption === undefined ? text : `${text} [${blip_caption}]`;
    const utterance = { speaker: speaker === a ? first : second, raw: said, text: said, knownTo: [] };
    return { kind: 'message_imported', at, payload: { ...utterance, role: 'character' } };
  });
  const joined: NewEvent = {
    kind: 'character_joined',
    payload: { character: second, name: b, card: null, knowsPast: false },
  };
  const how = { actor: 'import', at: context.now() } as const;
  const { events, head } = store.chats.append(chat, how, () => [joined, ...facts]);
  const ids = turns.map(({ dia_id }, at) => [dia_id, events[at + 1]?.id ?? ''] as const);
  const cast = [
    { id: first, name: a },
    { id: second, name: b },
  ];
  return { past: { chat, viewer: first, head }, cast, turns: new Map(ids) };
}
