import type { ScratchReply } from '../../store/scratch.ts';
import type { OpenChat } from '../open-chat.ts';

const everyMs = 50;

/** Keeps a line that streams in the chat's scratch row, so that a crash keeps the text and other terminals show it. */
export class ScratchCopy {
  readonly #chat: OpenChat;
  readonly #now: () => Pick<ScratchReply, 'reply' | 'text'>;
  #savedAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | null = null;

  /** `now` is the line as it is when it is saved. */
  constructor(chat: OpenChat, now: () => Pick<ScratchReply, 'reply' | 'text'>) {
    this.#chat = chat;
    this.#now = now;
  }

  /** Saves the line, at most 20 times a second; again and again while another program holds the store. */
  saveSoon(): void {
    if (this.#cancel) return;
    const { clock, after } = this.#chat.parts;
    const wait = this.#savedAt + everyMs - clock();
    if (wait <= 0) this.#save();
    else this.#cancel = after(wait, () => this.#save());
  }

  #save(): void {
    const { parts, id: chat, lease } = this.#chat;
    this.#cancel = null;
    this.#savedAt = parts.clock();
    const row = { chat, pid: parts.pid, ...this.#now() };
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
