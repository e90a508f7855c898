import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import type { AnyView } from '../domain/view.ts';
import type { AnyPromptInput } from './input.ts';
import { renderLine, spoken } from './lines.ts';
import type { Block } from './plan.ts';
import type { PromptTurn, TurnWriter } from './turns.ts';

const pageSize = 64;

/** One message of the history, as it stands in the prompt. */
export interface Row {
  readonly message: Message;
  readonly turn: PromptTurn;
}

const turnAs = ({ speaker }: RowsInput, message: Message): PromptTurn['as'] => {
  if (message.role !== 'character' || message.speaker === null) return 'system';
  return message.speaker === speaker.id ? 'assistant' : 'user';
};

/** Whether the turns alternate: a model's own template and a chat endpoint may refuse two of the speaker's in a row. */
const isStrict = ({ layout: { template, isChat } }: RowsInput): boolean =>
  isChat || template.name === 'server';

/** Whether a line of the speaker behind this message needs a turn of somebody else between. */
export const pausesBehind = (input: RowsInput, before: Message | undefined): boolean =>
  before !== undefined && isStrict(input) && turnAs(input, before) === 'assistant';

/** A message that a row is made of. */
interface Read {
  readonly message: Message;
  /** Its place in the view, 0 = the newest. */
  readonly depth: number;
}

/**
 * A message as a row of the speaker's history; its bytes depend on nothing but the message, whose line stands before it
 * and the cast, unless scripts count the depth.
 */
function renderRow(input: RowsInput, { message, depth }: Read, before: Message | undefined): Row {
  const as = turnAs(input, message);
  const name = input.cast.find(({ id }) => id === message.speaker)?.name ?? null;
  const turn: PromptTurn = {
    as,
    name: as === 'system' ? null : name,
    ...(as === 'assistant' && pausesBehind(input, before) && { isPaused: true }),
    drafts: [
      {
        name: `message ${message.id}`,
        zone: 'history',
        tier: 'nice',
        source: message.id,
        reason: message.knownTo.length === 0 ? 'perceived: public' : 'perceived: in its audience',
        ...renderLine(input, message, depth),
      },
    ],
  };
  return { message, turn };
}

/** The one block of a row, as it stands in the prompt. */
export function blockOf(writer: TurnWriter, { turn }: Row): Block {
  const [block] = writer.blocks(turn);
  if (!block) throw new Error('a row has one block');
  return block;
}

type RowsInput = Omit<AnyPromptInput, 'countTokens'>;

/** Whether a message is a row of prompts: nothing that people alone read, or that is out of character altogether, is. */
export const isRow = (input: Pick<AnyPromptInput, 'ooc'>, message: Message): boolean =>
  !message.hidden && (message.text.trim() === '' || spoken(input, message).trim() !== '');

/** Which rows of a view are wanted: at most so many, before a message, by others than this character: nobody said a call of a tool. */
export interface WantedRows {
  readonly count: number;
  readonly before?: MessageId | undefined;
  readonly notBy?: CharacterId;
}

/** The last messages of a view that are rows of prompts and wanted, oldest first. */
export function lastRows(
  input: Pick<AnyPromptInput, 'ooc'>,
  view: AnyView,
  { count, before, notBy }: WantedRows,
): Message[] {
  const found: Message[] = [];
  const isWanted = (message: Message) =>
    (notBy === undefined || (message.speaker !== notBy && message.role !== 'tool')) && isRow(input, message);
  for (let end = before, size = count; ; size = Math.max(size, pageSize)) {
    const page = view.last(size, end);
    found.unshift(...page.filter(isWanted));
    if (found.length >= count || page.length < size) return found.slice(-count);
    end = page[0]?.id;
  }
}

/** The rows of the speaker's view, the newest first, each read and rendered once however often it is asked for. */
export class Rows {
  readonly #input: RowsInput;
  readonly #read: Read[] = [];
  readonly #rows: Row[] = [];
  #seen = 0;
  #oldest: MessageId | undefined;
  #isOver = false;

  constructor(input: RowsInput) {
    this.#input = input;
  }

  /** The row of this number, 0 = the newest; undefined behind the oldest. */
  at(index: number): Row | undefined {
    while (index + 1 >= this.#read.length && !this.#isOver) this.#readPage();
    const read = this.#read[index];
    if (!read) return undefined;
    this.#rows[index] ??= renderRow(this.#input, read, this.#read[index + 1]?.message);
    return this.#rows[index];
  }

  #readPage(): void {
    const page = this.#input.view.last(pageSize, this.#oldest ?? this.#input.continues?.id);
    this.#isOver = page.length < pageSize;
    this.#oldest = page[0]?.id;
    for (const message of page.reverse()) {
      if (isRow(this.#input, message)) this.#read.push({ message, depth: this.#seen });
      this.#seen += 1;
    }
  }
}

/** So many of the newest rows at most, the newest first, and none before the one where the window begins. */
export function newestRows(rows: Rows, { count, from }: { count: number; from: MessageId | null }): Row[] {
  const found: Row[] = [];
  for (let row = rows.at(0); row && found.length < count; row = rows.at(found.length)) {
    found.push(row);
    if (row.message.id === from) break;
  }
  return found;
}
