import { messageOf } from '../domain/errors.ts';
import type { PlayState } from '../play/chat/play-state.ts';
import type { Play } from '../play/play.ts';
import { sayable, whisperedTo } from './composer/draft.ts';
import { expanded } from './composer/state.ts';
import { anew } from './failing.ts';
import type { Interaction } from './interaction.ts';
import type { ReadingPane } from './reading-pane.ts';
import type { ScreenParts } from './screen-parts.ts';
import { editBegun } from './state/editing.ts';
import type { Act, Effect } from './state/effect.ts';
import { effectOn } from './state/selecting.ts';
import { type ScreenState, toldWriting } from './state/state.ts';

/** What effects act on. */
interface Acted {
  readonly terminal: ScreenParts['terminal'];
  readonly play: Play;
  readonly pane: ReadingPane;
  readonly interaction: Interaction;
  /** What is true of the chat. */
  readonly now: PlayState;
  /** Whether there is room for the pane beside the page. */
  readonly isWide: boolean;
  /** Rows of the transcript. */
  readonly height: () => number;
}

/** The server may read ahead for what is being written. */
export const drafting = (play: Play, { cast }: PlayState, draft: string): void =>
  play.drafting(sayable(draft), whisperedTo(draft, cast));

/** What nobody is told of is stopped, and the key does what it does where there is nothing to stop. */
function stop(isEsc: boolean, { play, now, pane }: Acted): void {
  if (isEsc && play.stopCall()) return;
  const isUntold = isEsc && toldWriting(now) === null && now.auto === null;
  play.stop();
  if (isUntold) pane.transcript.toEnd();
}

async function edit({ terminal, interaction }: Acted): Promise<void> {
  const text = await terminal.editor(expanded(interaction.state.composer)).catch((error: unknown) => {
    interaction.notify(messageOf(error), 'error');
    return null;
  });
  if (text !== null) interaction.draft(text);
}

/** Opens the pane beside the page or closes it; what it shows stands in a list where there is no room for it. */
async function watch({ interaction, isWide }: Acted, before: ScreenState): Promise<void> {
  if (!isWide) return interaction.act({ type: 'command', line: '/drawer' }, before);
  const { state } = interaction;
  interaction.state = { ...state, hasPane: !state.hasPane };
}

/** The next version of the last line; behind the last one of another's a new one. */
function nextVersion({ play, now }: Acted): Act {
  const last = play.view().last(1)[0];
  const figures = last && play.figures(last);
  const isNew =
    last?.role === 'character' && last.speaker !== now.playing.id && figures?.version === figures?.of;
  return isNew ? anew : { type: 'command', line: '/swipe next' };
}

/** A line by which something is said. */
const saysIn = /^\/(?:to|me)\s/;

/** Does what an input asks for beside the state of the screen; `before` is that state as it was. */
export async function perform(effect: Effect, before: ScreenState, on: Acted): Promise<void> {
  const { terminal, pane, interaction, play, now } = on;
  if (effect.type === 'scroll') pane.scroll(effect.by, effect.unit, on.height());
  else if (effect.type === 'select') pane.select(effect.to);
  else if (effect.type === 'of_message') {
    const { selected } = pane.transcript;
    if (!selected) return;
    if (effect.does === 'edit') {
      interaction.state = editBegun(interaction.state, selected);
      pane.select('none');
    } else await perform(effectOn(effect.does, selected, now.pinned), before, on);
  } else if (effect.type === 'keep_edit') await interaction.keepEdit(effect.message, effect.text);
  else if (effect.type === 'stop') stop(effect.isEsc === true, on);
  else if (effect.type === 'again') {
    pane.transcript.toEnd();
    await interaction.again(before);
  } else if (effect.type === 'next_version') await interaction.act(nextVersion(on), before);
  else if (effect.type === 'pane') await watch(on, before);
  else if (effect.type === 'leave') terminal.leave();
  else if (effect.type === 'suspend') terminal.suspend();
  else if (effect.type === 'mouse') {
    const isOurs = terminal.mouse();
    interaction.notify(
      isOurs ? 'the mouse scrolls, picks and copies here' : 'the mouse is the terminal’s: select as usual',
    );
  } else if (effect.type === 'editor') await edit(on);
  else if (effect.type === 'copy') {
    terminal.copy(effect.text);
    interaction.notify('copied');
  } else if (effect.type === 'take') {
    pane.transcript.toEnd();
    await interaction.take(effect.name);
    drafting(play, play.state(), expanded(interaction.state.composer));
  } else {
    if (effect.type === 'say' || (effect.type === 'command' && saysIn.test(effect.line)))
      pane.transcript.toEnd();
    await interaction.act(effect, before);
  }
}
