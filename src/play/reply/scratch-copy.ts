import type { ScratchReply } from '../../store/terminals/scratch.ts';
import type { OpenChat } from '../open/open-chat.ts';

const everyMs = 50;
/** Characters that may be written so often; a longer text is written less often, for each time it is written whole. */
const writtenAtOnce = 16_384;

/** Keeps a line that streams in the chat's scratch row, so that a crash keeps the text and other terminals show it. */
export class ScratchCopy {
  readonly #chat: OpenChat;
  readonly #now: () => Pick<ScratchReply, 'reply' | 'text'>;
  #nextAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  /** `now` is the line as it is when it is saved. */
  constructor(chat: OpenChat, now: () => Pick<ScratchReply, 'reply' | 'text'>) {
    this.#chat = chat;
    this.#now = now;
  }

  /** Saves the line, at most 20 times a second, a long one less often; again and again while another program holds the store. */
  saveSoon(): void {
    if (this.#cancel) return;
    const { clock, after } = this.#chat.parts;
    const wait = this.#nextAt - clock();
    if (wait <= 0) this.#save();
    else this.#cancel = after(wait, () => this.#save());
  }

  /** Saves at once what waits to be saved, for the process may end. */
  saveNow(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#save();
  }

  #save(): void {
    const { parts, id: chat, lease } = this.#chat;
    this.#cancel = null;
    const row = { chat, pid: parts.pid, ...this.#now() };
    const length = row.text.length + String(row.reply.reasoning ?? '').length;
    this.#nextAt = parts.clock() + everyMs * Math.max(1, length / writtenAtOnce);
    const isSaved = parts.store.ifWritable(() => {
      if (lease.isHeld) parts.store.scratch.save(row);
    });
    if (!isSaved) this.#cancel = parts.after(everyMs, () => this.#save());
  }

  /** Saves nothing any more; what was saved stays. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
