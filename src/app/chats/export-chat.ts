import type { Persona, StoredEvent } from '../../domain/events/events.ts';
import type { AnyKnown } from '../../domain/known/known.ts';
import type { CharacterId } from '../../domain/message.ts';
import { messagesOf } from '../../domain/view.ts';
import type {
  ChatFormat,
  ExportedChat,
  ExportedMessage,
  Foreign,
  ToldBeside,
} from '../../interop/chat-file.ts';
import { playedKnownTo } from '../../play/chat/human.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { App } from '../run/app.ts';
import { messageLine } from './message-line.ts';

interface Imported {
  readonly foreign?: { readonly [format in ChatFormat]?: Foreign };
  readonly knownTo?: readonly CharacterId[];
  readonly raw?: string;
}

const importedPayload = (event: StoredEvent | undefined): Imported | null =>
  event?.kind === 'message_imported' || event?.kind === 'chat_started' ? (event.payload as Imported) : null;

/** What a chat is called and who of it is known, for a file of a format; null = one that gives nothing back. */
export function exportedChat(
  { store }: Pick<App, 'store'>,
  state: ChatState,
  known: AnyKnown,
  format: ChatFormat | null,
): ExportedChat {
  const { id, createdAt, facts } = state;
  const [first] = store.log.all({ chat: id });
  const playing = playedKnownTo(store, state, known.viewer);
  const foreign = format && importedPayload(first)?.foreign?.[format];
  return {
    title: facts.title,
    createdAt,
    cast: known.cast.map(({ name }) => name),
    playing: playing?.member.name ?? '',
    foreign: foreign ?? null,
    told: toldIn(known, playing?.member.id),
  };
}

/** What all others than the human are told beside the messages: a note for some, or another scenario for each, has no place in a file. */
function toldIn({ note, scenarios, cast }: AnyKnown, human: CharacterId | undefined): ToldBeside {
  const told = new Set(cast.filter(({ id }) => id !== human).map(({ id }) => scenarios[id]?.text ?? ''));
  const [scenario, ...others] = told;
  return {
    ...((note === null || note.knownTo.length === 0) && { note }),
    ...(scenario !== undefined && others.length === 0 && { scenario }),
  };
}

/** Whom the human was while saying it, for sotto's own files. */
function personaIn(event: StoredEvent | undefined, format: ChatFormat | null): { persona?: Persona } {
  if (format !== 'sotto' || event?.kind !== 'message_said') return {};
  const { persona } = event.payload as { persona?: Persona };
  return persona ? { persona } : {};
}

/** What a file said of a message, for an alternative with the swipes among which it stood: the chosen one has them. */
function foreignOf(
  event: StoredEvent | undefined,
  format: ChatFormat,
  chosen: Foreign | null,
): Foreign | null {
  const { foreign, raw } = importedPayload(event) ?? {};
  const own = foreign?.[format] ?? null;
  const { swipes, swipe_info } = chosen ?? {};
  if (!own || 'swipes' in own || typeof own.swipe_id !== 'number' || !Array.isArray(swipes)) return own;
  const isAmongThem = swipes[own.swipe_id] === raw;
  return isAmongThem ? { ...own, swipes, ...(swipe_info !== undefined && { swipe_info }) } : own;
}

/** Every message that is known, oldest first; `format` as in `exportedChat`. */
export function* exportedMessages(
  { store }: Pick<App, 'store'>,
  { id }: ChatState,
  known: AnyKnown,
  format: ChatFormat | null,
): Iterable<ExportedMessage> {
  const log = format ? store.log.all({ chat: id })[Symbol.iterator]() : null;
  let chosen: Foreign | null = null;
  for (const message of messagesOf(known.view)) {
    const line = messageLine(message, known);
    let event: StoredEvent | undefined;
    while (log && event?.id !== message.id) {
      const next = log.next();
      if (next.done) break;
      event = next.value;
      const own = importedPayload(event)?.foreign?.sillytavern;
      if (own && 'swipes' in own) chosen = own;
    }
    const foreign = format && foreignOf(event, format, chosen);
    const isAudienceChanged = importedPayload(event)?.knownTo?.join() !== message.knownTo.join();
    yield { line: { ...line, ...personaIn(event, format) }, foreign, isAudienceChanged };
  }
}
