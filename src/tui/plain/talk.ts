import type { CharacterId, Message } from '../../domain/message.ts';
import type { PlayEvent } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import type { Paper } from './paper.ts';

const recent = 10;

/** Writes down what the played character perceives as it happens. What is on paper cannot be taken back. */
export class PlainTalk {
  readonly #play: Play;
  readonly #paper: Paper;
  readonly #isCertain: () => boolean;
  #certain: boolean | null = null;
  #speaker: CharacterId | null = null;
  #isStale = false;
  /** Whether what the played character says is written down too; not where it was seen being typed. */
  readonly #hasOwn: boolean;

  /** `isCertain`: whether what streams cannot turn out to be a whisper for others any more; else it is held until it is whole. */
  constructor(play: Play, paper: Paper, how: { isCertain: () => boolean; hasOwn: boolean }) {
    this.#play = play;
    this.#paper = paper;
    this.#isCertain = how.isCertain;
    this.#hasOwn = how.hasOwn;
  }

  /** The newest lines, oldest first. */
  lastLines(): void {
    this.#isStale = false;
    const { chat, playing } = this.#play.state();
    this.#paper.line(`${chat.title}, as ${playing.name} perceives it`);
    for (const message of this.#play.view().last(recent)) this.#whole(message);
  }

  /** A message, announced by who says it to whom. */
  #whole(message: Message): void {
    const text = this.#play.shown(message, 0).text.trim();
    const said = `${text}${message.truncated ? ' (cut short)' : ''}`;
    const heading = this.#heading(message);
    this.#paper.line(heading === '' ? said : `${heading}: ${said}`);
  }

  #heading(message: Message): string {
    const { speaker, knownTo } = message;
    const others = knownTo.filter((id) => id !== speaker).map((id) => this.#name(id));
    const name = speaker === null ? '' : this.#name(speaker);
    if (knownTo.length === 0) return name;
    const unheard = this.#play.figures(message).unheard.map((id) => this.#name(id));
    const missed = unheard.length === 0 ? '' : ` (unheard by ${unheard.join(', ')})`;
    return `${name === '' ? 'told' : `${name} whispers`} to ${others.length === 0 ? 'no one else' : others.join(', ')}${missed}`;
  }

  #name(id: CharacterId): string {
    return this.#play.state().cast.find((one) => one.id === id)?.name ?? id;
  }

  /** News from the chat. */
  hear(event: PlayEvent): void {
    if (event.type === 'delta') this.#delta(event.speaker.name, event.speaker.id, event.text);
    else this.#certain = null;
    if (event.type === 'message' && !this.#isStale) this.#message(event.message);
    else if (event.type === 'stream_end') this.#end(`${event.speaker.name} stopped`);
    else if (event.type === 'notice') this.#paper.line(`sotto: ${event.message}`);
    else if (event.type === 'reload') this.#isStale = true;
    else if (event.type === 'state') this.catchUp();
  }

  /** Writes the newest lines down where the chat reads otherwise than it did. */
  catchUp(): void {
    if (this.#isStale) this.lastLines();
  }

  #delta(name: string, id: CharacterId, text: string): void {
    this.#certain ??= this.#isCertain();
    if (!this.#certain || text === '') return;
    if (this.#speaker !== id) this.#paper.prompt(`${name}: `);
    this.#paper.piece(this.#speaker === id ? text : text.trimStart());
    this.#speaker = id;
  }

  #message(message: Message): void {
    if (this.#speaker === message.speaker) this.#end(`${this.#heading(message)}, end`);
    else if (this.#hasOwn || message.speaker !== this.#play.state().playing.id) this.#whole(message);
  }

  #end(text: string): void {
    if (this.#speaker !== null) this.#paper.line(`(${text})`);
    this.#speaker = null;
  }
}
