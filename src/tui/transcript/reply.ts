import type { CastMember } from '../../play/chat/play-state.ts';
import { nothingOpen, type StillOpen } from './markup.ts';
import { type Dress, headingRow, textRows } from './rows.ts';

/** A reply while it streams: finished paragraphs are wrapped once, only the last one again at each frame. */
export class StreamingReply {
  readonly speaker: CastMember;
  #done = '';
  #tail = '';
  #wrapped: { dress: Dress; rows: string[]; open: StillOpen } | null = null;
  #shown: { dress: Dress; rows: string[] } | null = null;

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
  rows(dress: Dress): string[] {
    if (this.#shown?.dress === dress) return this.#shown.rows;
    const done = this.#settle(dress);
    const tail = textRows(this.#tail, dress, { isPrivate: false, open: done.open, growing: true });
    const heading = headingRow({ speaker: this.speaker.id, knownTo: [], marks: ['…'] }, dress);
    this.#shown = { dress, rows: [heading, ...done.rows, ...tail.rows, ''] };
    return this.#shown.rows;
  }

  #settle(dress: Dress): { rows: string[]; open: StillOpen } {
    const known = this.#wrapped;
    const isSame = known !== null && known.dress.width === dress.width && known.dress.theme === dress.theme;
    const cut = this.#tail.lastIndexOf('\n\n');
    const fresh = cut < 0 ? '' : this.#tail.slice(0, cut);
    this.#tail = cut < 0 ? this.#tail : this.#tail.slice(cut + 2);
    if (isSame && fresh === '') return known;
    const start = isSame ? known : { rows: [], open: nothingOpen };
    const source = isSame ? fresh : [this.#done, fresh].filter((text) => text !== '').join('\n\n');
    if (fresh !== '') this.#done += this.#done === '' ? fresh : `\n\n${fresh}`;
    if (source === '') return this.#keep({ dress, rows: [], open: nothingOpen });
    const added = textRows(source, dress, { isPrivate: false, open: start.open });
    return this.#keep({ dress, rows: [...start.rows, ...added.rows, ''], open: added.open });
  }

  #keep(wrapped: { dress: Dress; rows: string[]; open: StillOpen }): { rows: string[]; open: StillOpen } {
    this.#wrapped = wrapped;
    return wrapped;
  }
}
