import { screenTable } from '../commands/all/table.ts';
import type { Arrival } from '../commands/scope.ts';
import { defaultOocStyle } from '../domain/audience/ooc.ts';
import type { PlayEvent } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';
import { InlineChat } from './inline/inline-chat.ts';
import { type Surface, surfaceOf } from './inline/surface.ts';
import { Screen } from './screen.ts';
import type { ScreenOptions, ScreenParts } from './screen-parts.ts';
import { KeyMap } from './state/key-map.ts';
import type { Attention } from './terminal/attention.ts';
import type { Painter } from './terminal/painter.ts';

/** A chat that is on the terminal. */
export interface ShownChat {
  readonly play: Play;
  readonly screen: Screen;
  /** What of the terminal it takes. */
  readonly surface: Surface;
  readonly unsubscribe: () => void;
}

/** What all chats on one terminal share. */
interface Shared extends Pick<ScreenParts, 'looks' | 'draw' | 'press' | 'open' | 'terminal'> {
  readonly painter: Painter;
  readonly attention: Attention;
}

/** Who has just written a new line that the one at the keyboard perceives and did not write; null for nobody. */
function writerOf(event: PlayEvent, play: Play): string | null {
  if (event.type !== 'message') return null;
  const { id, speaker } = event.message;
  const { playing, cast } = play.state();
  if (speaker === playing.id || play.view().last(1)[0]?.id !== id) return null;
  return cast.find((one) => one.id === speaker)?.name ?? null;
}

/** Puts an open chat on the terminal. */
export function showChat(
  play: Play,
  options: ScreenOptions,
  { painter, attention, ...shared }: Shared,
  arrival: Arrival | undefined,
): ShownChat {
  const { app, now, stdout, keys, commands, ooc = defaultOocStyle, isInline = false } = options;
  const surface = surfaceOf({ stdout, isInline }, () => new InlineChat(play, shared.looks, ooc));
  const screen = new Screen(
    {
      ...{ ...shared, play, app, now, ooc, commands: screenTable(commands) },
      keys: new KeyMap(keys),
      size: surface.size,
      changed: () => painter.invalidate(),
      wipe: () => surface.wipe(painter),
    },
    arrival,
  );
  const unsubscribe = play.subscribe((event) => {
    surface.hear(event);
    screen.hear(event);
    if (attention.isWanted && !screen.isPassedOn) attention.tell(writerOf(event, play));
  });
  return { play, screen, surface, unsubscribe };
}
