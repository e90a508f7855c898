import { SottoError } from '../../domain/errors.ts';
import { strategy } from '../../domain/events/event-parts.ts';
import type { Payload, Strategy } from '../../domain/events/events.ts';
import type { CharacterId } from '../../domain/message.ts';
import { requireIdle } from '../open/idle.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { talkativenessOf } from './situation.ts';

type Settings = Payload<'director_set'>;

/** How it is decided who speaks in a chat, by the names that the played character knows. */
export interface DirectorState {
  readonly strategy: Strategy;
  readonly selfReply: boolean;
  readonly muted: readonly string[];
  readonly talkativeness: Readonly<Record<string, number>>;
  /** Whether there is a model that small questions are asked of, as the strategy `model` needs it. */
  readonly hasClassifier: boolean;
}

/** What the strategy `model` does where there is no classifier. */
export const noClassifier = 'no classifier is set ([backend.classifier] in the config); natural until then';

/** What is to be changed of it, by names; what is absent stays. */
export interface DirectorChange {
  readonly strategy?: Strategy;
  readonly selfReply?: boolean;
  readonly mute?: readonly string[];
  readonly unmute?: readonly string[];
  readonly talkativeness?: Readonly<Record<string, number>>;
}

/** Who speaks when: what a person may see of it, change and decide. */
export interface DirectingPlay {
  director(): DirectorState;
  /** Throws SottoError `unknown_name`, `bad_talkativeness`; then nothing of the change is stored. */
  setDirector(change: DirectorChange): Promise<void>;
  /** Lets this character answer the next message whatever the strategy; null takes that back. */
  chooseNext(name: string | null): void;
  /** Lets the director say who goes on without the human. False when nobody does. */
  goOn(): Promise<boolean>;
  /**
   * From now on the director goes on after so many seconds in which nothing is said or typed (true: as many as the
   * settings say), until `stop` or null.
   */
  auto(seconds: number | true | null): void;
  /**
   * The human has this draft before them, or (null) types what nobody will hear; called at every key and cheap. Reads
   * ahead at the server for whoever will probably answer, keeps auto mode waiting, and tells `PlayState.next`. `to`: whom it
   * is whispered to without a tag.
   */
  drafting(draft: string | null, to?: readonly string[]): void;
}

const longestPause = 86_400;

/** The part of the capability that acts at once; what generates is wired by `openPlay`. */
export const directingOf = (
  chat: OpenChat,
): Pick<DirectingPlay, 'director' | 'setDirector' | 'chooseNext'> => ({
  director: () => directorOf(chat),
  setDirector: async (change) => setDirector(chat, change),
  chooseNext(name) {
    const { viewer, perspective } = chat;
    chat.session.choose(name === null ? null : { viewer, id: perspective.member(name).id });
    chat.emit({ type: 'state' });
  },
});

function directorOf(chat: OpenChat): DirectorState {
  const { facts } = chat.state;
  const { strategy, selfReply, muted } = facts.director;
  const { cast: known } = chat.perspective.known;
  return {
    strategy,
    selfReply,
    muted: known.filter(({ id }) => muted.includes(id)).map(({ name }) => name),
    talkativeness: Object.fromEntries(
      known.map(({ id, name }) => [name, talkativenessOf(chat, id, facts.director)]),
    ),
    hasClassifier: chat.parts.classifier !== undefined,
  };
}

function setDirector(chat: OpenChat, change: DirectorChange): void {
  requireIdle(chat);
  const { strategy, selfReply, mute = [], unmute = [], talkativeness = {} } = change;
  const { facts } = chat.state;
  const idOf = (name: string): CharacterId => chat.perspective.member(name).id;
  const unmuted = new Set(unmute.map(idOf));
  const muted = [...facts.director.muted, ...mute.map(idOf)].filter((id) => !unmuted.has(id));
  const changesMuted = mute.length + unmute.length > 0;
  const told = Object.entries(talkativeness).map(([name, value]) => [idOf(name), checked(name, value)]);
  const payload: Settings = {
    ...(strategy && { strategy }),
    ...(selfReply !== undefined && { selfReply }),
    ...(changesMuted && { muted: [...new Set(muted)] }),
    ...(told.length > 0 && { talkativeness: Object.fromEntries(told) }),
  };
  if (Object.keys(payload).length > 0) chat.record('human', () => [{ kind: 'director_set', payload }]);
}

function checked(name: string, value: number): number {
  if (value >= 0 && value <= 1) return value;
  const message = `the talkativeness of ${name} is a number from 0 (only when named) to 1; write it as 0.3`;
  throw new SottoError('usage', 'bad_talkativeness', message);
}

/** The strategy of this name, in any case. Throws SottoError `bad_strategy`. */
export function strategyNamed(word: string): Strategy {
  const found = strategy.options.find((name) => name === word.toLowerCase());
  if (found) return found;
  const message = `there is no strategy "${word}": choose ${strategy.options.join(', ')}`;
  throw new SottoError('usage', 'bad_strategy', message);
}

/** The pause of auto mode in seconds. Throws SottoError `bad_pause`. */
export function pauseOf(chat: OpenChat, seconds: number | true | null): number | null {
  if (seconds === true) return chat.parts.settings.autoDelay;
  if (seconds === null || (seconds >= 0 && seconds <= longestPause)) return seconds;
  const message = `auto mode waits a number of seconds from 0 to ${longestPause}; write it as /auto 5`;
  throw new SottoError('usage', 'bad_pause', message);
}
