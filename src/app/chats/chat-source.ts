import { extname } from 'node:path';
import type { AnyKnown } from '../../domain/known/known.ts';
import type { ChatFile } from '../../interop/chat-file.ts';
import { fileNameFor } from '../../interop/file-name.ts';
import { rewrittenJsonl } from '../../interop/sillytavern/sillytavern-writing.ts';
import type { ChatState } from '../../store/chats/state.ts';
import type { App } from '../run/app.ts';
import { cameAs, keepAlone, placeless } from '../sources/sources.ts';
import { exportedChat, exportedMessages } from './export-chat.ts';

/** Remembers the file that a chat of SillyTavern alone came in, for the way back; another program's is written as none. */
export function keepChatFile(app: App, path: string, { format, cast, playing }: ChatFile, id: string): void {
  if (format !== 'sillytavern' || extname(path).toLowerCase() !== '.jsonl') return;
  const [sole, ...more] = cast.filter((name) => name !== playing);
  const isSolo = sole !== undefined && more.length === 0;
  keepAlone(app, path, isSolo ? `chats/${fileNameFor(sole)}` : placeless, { kind: 'chat', name: id });
}

/** The file of SillyTavern that a chat came in, as the chat is now: its own bytes but for what changed; null where it came in none. */
export function chatAsItCame(app: App, state: ChatState, known: AnyKnown): string | null {
  const came = cameAs(app, { kind: 'chat', name: state.id });
  const parts = [
    exportedChat(app, state, known, 'sillytavern'),
    exportedMessages(app, state, known, 'sillytavern'),
  ] as const;
  return came && rewrittenJsonl(came.bytes.toString('utf8'), ...parts);
}
