import type { App } from '../../app/run/app.ts';
import { makeCall, runLine, toldHere } from '../../commands/all/on-screen.ts';
import { screenTable } from '../../commands/all/table.ts';
import type { Call, Command, Shown } from '../../commands/command.ts';
import type { ReadingWindow, ScreenScope } from '../../commands/scope.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { MessageId } from '../../domain/message.ts';
import { proposedLine } from '../../play/chat/play-state.ts';
import type { Play } from '../../play/play.ts';
import { Looks } from '../themes/looks.ts';
import { Paper } from './paper.ts';
import { PlainTalk } from './talk.ts';

/** What is asked until a line answers it. */
type PlainQuestion = Extract<Shown, { type: 'list' | 'field' | 'question' }>;

const answersOf = ({ answers, tone }: Extract<PlainQuestion, { type: 'question' }>): string =>
  [
    ...answers.map(({ key, label }) => `${key} (${label})`),
    tone === 'calm' ? 'n (no)' : 'empty for none',
  ].join(', ');

/** What is asked by what a command shows; a list that comes back only tells what was done. */
const askedBy = (shown: NonNullable<Shown>): PlainQuestion | null => {
  if (shown.type === 'list') return shown.told === undefined ? shown : null;
  return shown.type === 'field' || shown.type === 'question' ? shown : null;
};

/** What a command shows, as lines. */
const linesOf = (shown: NonNullable<Shown>): readonly string[] => {
  if (shown.type === 'notice') return [shown.text];
  if (shown.type === 'edit') return [`draft: /edit ${shown.message.id} ${shown.message.text}`];
  if (shown.type === 'draft')
    return [...(shown.why === undefined ? [] : [shown.why]), `draft: ${shown.text}`];
  if (shown.type === 'text') return [shown.title, ...shown.lines];
  if (shown.type === 'question')
    return [shown.title, ...(shown.details ?? shown.lines), `answer ${answersOf(shown)}`];
  if (shown.type === 'field')
    return [shown.title, ...shown.lines, `now: ${shown.value}`, 'enter another value, empty for none'];
  if (shown.told !== undefined) return [shown.told];
  const items = shown.items.map(({ label, detail, tile }, index) =>
    [`${index + 1} ${label}`, detail, tile?.of().who].filter((part) => part !== undefined).join('  '),
  );
  const verbs = (shown.verbs ?? []).map(({ key, label }) => `${key} ${label}`);
  const answers = verbs.length === 0 ? 'a number' : 'a number or a letter';
  return [shown.title, ...items, ...verbs, `enter ${answers}, empty for none`];
};

/** What a line answers: a call, null for none of it, or undefined when it is no answer. */
const answerIn = (asked: PlainQuestion, line: string): Call | null | undefined => {
  const said = line.trim().toLowerCase();
  if (said === '' || (asked.type === 'question' && /^no?$/.test(said))) return null;
  if (asked.type === 'field') return asked.call(line.trim());
  if (asked.type === 'list') {
    const verb = asked.verbs?.find(({ key }) => key === said);
    return verb?.call ?? (/^\d+$/.test(said) ? asked.items[Number(said) - 1]?.call : undefined);
  }
  return asked.answers.find(({ key, label }) => said === key || said === label.toLowerCase())?.call;
};

/** What a chat in lines runs on. */
export interface PlainOptions {
  readonly app: App;
  readonly commands?: readonly Command[];
  readonly notice?: string;
  /** What is typed, line by line. */
  readonly lines: AsyncIterable<string>;
  readonly write: (text: string) => void;
  /** Whether the terminal shows what is typed. */
  readonly isEchoed: boolean;
  /** Whether what streams cannot turn out to be a whisper for others any more. */
  readonly isCertain: () => boolean;
}

const needsScreen = (message: string): never => {
  throw new SottoError('usage', 'needs_screen', message);
};

/** The chat as commands move in it: what is gone to is written once more. */
const transcriptOf = (play: Play, write: (text: string) => void): ReadingWindow => {
  let found: { readonly text: string; readonly message: MessageId } | null = null;
  const goTo = (id: MessageId): void => {
    const message = play.view().find(id);
    if (message) write(play.shown(message, 0).text);
  };
  return {
    get sought() {
      return found?.text ?? null;
    },
    find(text, way) {
      const from = found?.text === text ? found.message : undefined;
      const next = play.find(text, from, way);
      const message = next ?? play.find(text, undefined, way);
      if (message === undefined) return null;
      found = { text, message: message.id };
      return { message, isAround: next === undefined };
    },
    select(id) {
      if (id !== null) goTo(id);
    },
    goTo,
  };
};

class PlainRun {
  readonly #play: Play;
  readonly #options: PlainOptions;
  readonly #commands: readonly Command[];
  readonly #paper: Paper;
  readonly #talk: PlainTalk;
  readonly #scope: ScreenScope;
  #asked: PlainQuestion | null = null;
  #isLeft = false;
  /** What was proposed last, which is told once. */
  #proposed: string | undefined;

  constructor(play: Play, options: PlainOptions) {
    this.#play = play;
    this.#options = options;
    this.#commands = screenTable(options.commands);
    this.#paper = new Paper(options.write);
    const { isCertain, isEchoed } = options;
    this.#talk = new PlainTalk(play, this.#paper, { isCertain, hasOwn: !isEchoed });
    this.#scope = this.#scopeOf(options.app);
  }

  #scopeOf(app: App): ScreenScope {
    const play = this.#play;
    const transcript = transcriptOf(play, (text) => this.#paper.line(text));
    return {
      ...{ side: 'screen', app, play, transcript, looks: new Looks({ NO_COLOR: '1' }) },
      toggleThoughts: () => false,
      toggleDetails: () => false,
      open: () => needsScreen('one chat is open here: `sotto play --plain CHAT` opens another'),
      hide: () =>
        needsScreen(
          'what is printed cannot be hidden: hand over the keyboard in the full screen (`sotto play`)',
        ),
      grow: () => true,
      isBusy: () => false,
      leave: () => {
        this.#isLeft = true;
      },
      write: () => {},
      draw: () => {},
    };
  }

  async run(): Promise<number> {
    const { notice, lines } = this.#options;
    const done = this.#play.subscribe((event) => this.#talk.hear(event));
    this.#options.app.person = {
      ...this.#options.app.person,
      tell: (text) => this.#paper.line(`sotto: ${text}`),
    };
    if (notice !== undefined) this.#paper.line(`sotto: ${notice}`);
    this.#talk.lastLines();
    await this.#play.connect();
    this.#prompt();
    for await (const line of lines) {
      this.#paper.typed(this.#options.isEchoed);
      await this.#take(line);
      if (this.#isLeft) break;
      this.#prompt();
    }
    this.#paper.typed(false);
    done();
    return 0;
  }

  #prompt(): void {
    this.#talk.catchUp();
    const { proposals } = this.#play.state();
    const proposed = proposedLine(proposals);
    if (proposed !== null && proposals[0]?.id !== this.#proposed) this.#paper.line(`sotto: ${proposed}`);
    this.#proposed = proposals[0]?.id;
    this.#paper.prompt(`you (${this.#play.state().playing.name})> `);
  }

  async #take(line: string): Promise<void> {
    try {
      this.#show(await this.#done(line));
    } catch (error) {
      if (!isSottoError(error)) throw error;
      this.#paper.line(`sotto: ${toldHere(error.message, this.#commands)}`);
    }
  }

  async #done(line: string): Promise<Shown> {
    const asked = this.#asked;
    const isCommand = /^\/(?!\/)/.test(line.trim());
    if (asked !== null && !isCommand) {
      const answer = answerIn(asked, line);
      if (answer === undefined) return asked;
      this.#asked = null;
      return answer === null ? null : makeCall(answer, this.#scope);
    }
    this.#asked = null;
    if (isCommand) return runLine(line.trim(), this.#scope, this.#commands);
    const text = line.trim().replace(/^\/\//, '/');
    if (text !== '') await this.#play.say(text);
    return null;
  }

  #show(shown: Shown): void {
    if (shown === null) return;
    if (shown.type === 'field' && shown.isSecret)
      needsScreen(
        'what you type here is visible: enter the key in the full screen (`sotto play`), or export it as a variable',
      );
    const isNotice = shown.type === 'notice';
    for (const line of linesOf(shown)) this.#paper.line(isNotice ? toldHere(line, this.#commands) : line);
    this.#asked = askedBy(shown);
  }
}

/**
 * An open chat in lines that are only ever added, for screen readers and pipes: no colour, no cursor. Ends with 0 at `/quit` or
 * when there are no more lines; each line has had its answer by then. The chat stays open: closing it is the caller's.
 */
export const runPlain = (play: Play, options: PlainOptions): Promise<number> =>
  new PlainRun(play, options).run();
