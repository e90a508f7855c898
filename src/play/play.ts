import type { Known } from '../domain/known/known.ts';
import type { Message } from '../domain/message.ts';
import type { AtTheTerminal } from '../domain/view.ts';
import type { AllUndone, RewindTo } from './chat/play-state.ts';
import type { DirectingPlay } from './director/directing.ts';
import type { OpenChat } from './open/open-chat.ts';
import type { PublicPlay } from './public-play.ts';
import type { GhostPlay } from './reply/ghost.ts';
import type { DraftsPlay } from './terminals/drafts.ts';
import type { AttendingPlay } from './terminals/mirror.ts';
import type { MessageFigures } from './tree/figures.ts';
import type { NotesPlay } from './turn/notes.ts';
import type { StateLine } from './world/lines/state-lines.ts';

/** One open chat, as the command line and the screen use it: what the library promises, and all else that a person can do there. */
export interface Play extends AttendingPlay, DirectingPlay, DraftsPlay, GhostPlay, NotesPlay, PublicPlay {
  /** Everything that the played character knows at the head. */
  known(): Known<AtTheTerminal>;
  /** What the functions of `world`, `story` and `memory` are handed. */
  readonly chat: OpenChat;
  /** What a model takes to be so as the play begins, to be agreed to; nothing is stored. Rejects with SottoError `no_answer`. */
  readKickoff(): Promise<StateLine[]>;
  /** What is counted about a message of the view; see `MessageFigures`. Ask once for each message that is shown. */
  figures(message: Message): MessageFigures;
  /** How much of the context the played character's own prompt takes, from 0 to 1, counted without a server; null where it has none. */
  fill(): Promise<number | null>;
  /** All that goes with a rewind, as far as the viewer knows of it. Throws SottoError `too_few_turns`. */
  undoneBy(to: RewindTo): AllUndone;
  /** Where going back by one turn, by two and so on begins, for so many turns at most: the first message that goes. Throws SottoError `too_few_turns` where there is none. */
  turnsBack(count: number): Message[];
}
