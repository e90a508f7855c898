import type { CastMember } from '../../play/chat/play-state.ts';
import { nothingOpen, type StillOpen } from './markup.ts';
import { headingRow, type RowStyle, textRows } from './rows.ts';

/** A reply while it streams: finished paragraphs are wrapped once, only the last one again at each frame. */
export class StreamingReply {
  readonly speaker: CastMember;
  #done = '';
  #tail = '';
  #wrapped: { style: RowStyle; rows: string[]; open: StillOpen } | null = null;
  #shown: { style: RowStyle; rows: string[] } | null = null;

  constructor(speaker: CastMember) {
    this.speaker = speaker;
  }

  /** Takes the next piece of text. */
  push(text: string): void {
    this.#tail += text;
    this.#shown = null;
    if (this.#done === '') this.#tail = this.#tail.trimStart();
  }

  /** Heading, the text so far, an empty row. */
  rows(style: RowStyle): string[] {
    if (this.#shown?.style === style) return this.#shown.rows;
    const done = this.#settle(style);
    const tail = textRows(this.#tail, style, { isPrivate: false, open: done.open, growing: true });
    const heading = headingRow({ speaker: this.speaker.id, knownTo: [], marks: ['…'] }, style);
    this.#shown = { style, rows: [heading, ...done.rows, ...tail.rows, ''] };
    return this.#shown.rows;
  }

  #settle(style: RowStyle): { rows: string[]; open: StillOpen } {
    const known = this.#wrapped;
    const isSame = known !== null && known.style.width === style.width && known.style.theme === style.theme;
    const cut = this.#tail.lastIndexOf('\n\n');
    const fresh = cut < 0 ? '' : this.#tail.slice(0, cut);
    this.#tail = cut < 0 ? this.#tail : this.#tail.slice(cut + 2);
    if (isSame && fresh === '') return known;
    const start = isSame ? known : { rows: [], open: nothingOpen };
    const source = isSame ? fresh : [this.#done, fresh].filter((text) => text !== '').join('\n\n');
    if (fresh !== '') this.#done += this.#done === '' ? fresh : `\n\n${fresh}`;
    if (source === '') return this.#keep({ style, rows: [], open: nothingOpen });
    const added = textRows(source, style, { isPrivate: false, open: start.open });
    return this.#keep({ style, rows: [...start.rows, ...added.rows, ''], open: added.open });
  }

  #keep(wrapped: { style: RowStyle; rows: string[]; open: StillOpen }): {
    rows: string[];
    open: StillOpen;
  } {
    this.#wrapped = wrapped;
    return wrapped;
  }
}
