import type { SottoError } from '../domain/errors.ts';
import type { Message } from '../domain/message.ts';
import type { Query } from '../domain/search.ts';
import type { Given, Parameters, Values } from './parameters.ts';
import type { Scope, ScreenScope } from './scope.ts';

/** One line of `--json`: an object with a `type`. */
export type JsonLine = { readonly type: string } & Readonly<Record<string, unknown>>;

/** What is done when somebody chooses it: a command with its values, or what no line of the composer asks for. */
export type Call =
  | {
      readonly command: Command;
      readonly values: Readonly<Record<string, unknown>>;
      /** What it asks first was answered. */
      readonly isConfirmed?: boolean;
    }
  | {
      readonly does: (scope: ScreenScope) => Shown | Promise<Shown>;
      /** Whether that changes nothing. */
      readonly isLook?: true;
    };

/** A row to choose. */
export interface Item {
  readonly label: string;
  /** What stands behind it, dim: what it means. */
  readonly detail?: string;
  /** The key that does the same. */
  readonly key?: string;
  /** What may follow its name where it is written. */
  readonly usage?: string;
  /** What else it is called, by which a filter finds it. */
  readonly synonyms?: readonly string[];
  /** What stands before it where the list is whole: its place in a tree. */
  readonly lead?: string;
  readonly call: Call;
  /** Whether the list stays behind what its call shows, and is there again when that is closed. */
  readonly stays?: boolean;
  /** What is shown of it before it is chosen; found when it is looked at. */
  readonly preview?: () => readonly string[];
  /** Whether that is prose, whose marks are drawn as they are on the page. */
  readonly isProse?: boolean;
  /** A PNG that is drawn beside that, where there is room and colour; found when it is looked at. */
  readonly picture?: () => Uint8Array | null;
  /** Done when its row is come to. */
  readonly look?: () => void;
  /** What it is among, which stands above the first of those where the list is whole. */
  readonly group?: string;
  /** What Left and Right do to it: the value before or behind the one that it has. */
  readonly turned?: (by: 1 | -1) => Call;
  /** What Delete does to it. */
  readonly cleared?: Call;
  /** What Space does to it: it is marked, or no longer. */
  readonly marked?: Call;
  /** Its colours, styled, in place of what it means. */
  readonly swatch?: (room: number) => string;
  /** How it stands on a page of tiles. */
  readonly tile?: Tile;
}

/** What a tile shows below its label, beside its picture or, without one, the first letters of a name. */
export interface Tile {
  /** Under which heading it stands. */
  readonly section: string;
  /** Found when it is in sight. */
  readonly of: () => { readonly name: string; readonly who: string; readonly says: string };
}

/** A key that answers a question, and what it does; the first is also Enter where the question is calm. */
export interface Answer extends Item {
  readonly key: string;
}

/** What the screen shows of a command: one line, a text to read, a list to choose from, a line of text to write, a question, a line of the composer to finish and why it was not sent, a message to write otherwise. */
export type Shown =
  /** `stays`: it stands on the page until something is said or the chat reads otherwise. */
  | { readonly type: 'notice'; readonly text: string; readonly stays?: true }
  | { readonly type: 'text'; readonly title: string; readonly lines: readonly string[] }
  | {
      readonly type: 'list';
      readonly title: string;
      readonly items: readonly Item[];
      readonly chosen?: number;
      /** Rows of what is shown of the chosen item, at most; absent = half of them. */
      readonly previewRows?: number;
      /** So many of the items stand there until it is filtered. */
      readonly first?: number;
      /** What its rows were found by, and show. */
      readonly sought?: Query;
      /** What has just been done, in a line that is told beside the list. */
      readonly told?: string;
      /** What makes it anew when something has changed while it is open. */
      readonly again?: Call;
      /** Done when it is closed and nothing was chosen. */
      readonly onClose?: () => void;
      /** Of a page of tiles, which takes the whole screen: letters that do something there; `/` begins its filter. */
      readonly verbs?: readonly Answer[];
      /** What is typed filters it at once, under the keys of vim too. */
      readonly isTyped?: boolean;
    }
  | {
      readonly type: 'field';
      readonly title: string;
      /** What the text is for. */
      readonly lines: readonly string[];
      readonly value: string;
      /** Whether nobody is to see it. */
      readonly isSecret?: true;
      /** What is done with the text when it is written; it stays there to be corrected where that is refused. */
      call(text: string): Call;
    }
  | {
      readonly type: 'question';
      /** Enter gives the first answer where it is calm, and closes it else. */
      readonly tone: 'calm' | 'veiled';
      readonly title: string;
      /** What it is about, in a line or two. */
      readonly lines: readonly string[];
      /** All that there is to know before it is answered; `d` shows it. */
      readonly details?: readonly string[];
      readonly answers: readonly Answer[];
    }
  | { readonly type: 'draft'; readonly text: string; readonly why?: string }
  | { readonly type: 'edit'; readonly message: Message }
  | null;

/** The same command with other values; confirmed where the answer settles what it asks first. */
export type Again<P extends Parameters> = (values: Partial<Values<P>>, isConfirmed?: boolean) => Call;

/** How a command is given and shown on the screen, where that is not as on the command line. */
export interface OnScreen<P extends Parameters, R> {
  /** Its name there, without the slash. */
  readonly name?: string;
  /** What follows the name, for people. */
  readonly usage?: string;
  /** What stands behind the name, where it is not written as on the command line; undefined = as there. */
  read?(line: string, scope: ScreenScope): Partial<Record<keyof P, Given>> | undefined;
  /** What is asked before it is done, such as what was left out, or a yes; null when there is nothing to ask. */
  ask?(scope: ScreenScope, values: Partial<Values<P>>, again: Again<P>): Shown | Promise<Shown>;
  /** What is shown when it is done; absent = its text, a line as a notice, more of them to read. */
  show?(results: readonly R[], scope: ScreenScope, values: Values<P>): Shown | Promise<Shown>;
}

/** A single result, or a generator of them, each shown as it comes; a SottoError among them is told and ends nothing. */
export type Results<R> =
  | R
  | Promise<R>
  | Generator<R | SottoError, unknown>
  | AsyncGenerator<R | SottoError, unknown>;

/** Where lists of commands put it. */
export type Group =
  | 'chats'
  | 'talking'
  | 'who speaks'
  | 'the scene'
  | 'the tree'
  | 'notes'
  | 'the world'
  | 'the story'
  | 'reading'
  | 'library'
  | 'upkeep'
  | 'the screen';

/**
 * Something that a person can do: the one place for its name, arguments, effect and how its result reads. `run` throws
 * or rejects with SottoError when it cannot be done; a generator may return the exit code of the program.
 */
export interface Command<P extends Parameters = Parameters, R = unknown> {
  /** One or two words: `card show`. */
  readonly name: string;
  readonly group: Group;
  readonly summary: string;
  /** What else people call it, by which lists find it. */
  readonly synonyms?: readonly string[];
  /** Of a listing: what would stand there, for people who find it empty. */
  readonly empty?: string;
  /** Where the command line names the chat: as the first argument, by `--chat`, before a text; absent = it acts on none. */
  readonly chat?: 'first' | 'option' | 'before text';
  /** The flag with which the first argument is the command's own and `--chat` names the chat. */
  readonly chatUnless?: string;
  /** What `--as NAME` means, where it takes one: whom the chat is opened as. */
  readonly as?: string;
  readonly parameters: P;
  /** Something to know beside the summary, below the help of the command line. */
  readonly notes?: string;
  /** Whether lines are written while it runs, which are printed as they come and can be stopped. */
  readonly isTalk?: boolean;
  /** Whether a model is asked whose answer is the result, which can be stopped. */
  readonly asksModel?: boolean;
  run(scope: Scope, values: Values<P>): Results<R>;
  /** The result as JSON; null where people alone are told. Absent = it has no result. */
  json?(result: R, scope: Scope, values: Values<P>): JsonLine | null;
  /** The result for people; null where only JSON says it. */
  text?(result: R, scope: Scope, values: Values<P>): string | null;
  /** What is told beside the result, which JSON holds already. */
  warnings?(result: R): readonly string[];
  readonly screen?: OnScreen<P, R>;
  /** The side that alone has it, and why. */
  readonly only?: { readonly side: 'script' | 'screen'; readonly why: string };
}

/** For commands that are about files which a script names. */
export const ofFiles = { side: 'script', why: 'it reads or writes files' } as const;

/** A command, its types taken from its parameters and what it does. */
export const define = <const P extends Parameters, R>(command: Command<P, R>): Command<P, R> => command;
