import { makeCall, runLine, toldHere } from '../commands/all/on-screen.ts';
import type { Shown } from '../commands/command.ts';
import type { ScreenScope } from '../commands/scope.ts';
import { isSottoError, messageOf } from '../domain/errors.ts';
import type { CharacterId, Message, MessageId } from '../domain/message.ts';
import type { CastMember, PlayEvent, SayOptions, SpokenTo } from '../play/chat/play-state.ts';
import { wasStored } from '../play/chat/stored.ts';
import { type ComposerState, emptyComposer, inserted, rewritten, withRefused } from './composer/state.ts';
import { ScreenDrafts } from './drafts.ts';
import { editKept, whileThere } from './edit-in-place.ts';
import { type Asked, anew, failureFoot, footText, triedAgain, unansweredFoot } from './failing.ts';
import { afterHandover, playingAs } from './handover.ts';
import { remade, withListAnew } from './panels/state.ts';
import type { InteractionParts } from './screen-parts.ts';
import { editBegun } from './state/editing.ts';
import type { Act } from './state/effect.ts';
import { growing } from './state/growing.ts';
import {
  editDropped,
  initialState,
  notified,
  ownDraft,
  type ScreenState,
  told,
  toldWriting,
  withoutField,
  withPanel,
} from './state/state.ts';
import type { Foot } from './transcript/foot.ts';

/** Who held the keyboard when something was asked for: what comes of it is shown to nobody else. */
export interface KeyboardHolder {
  readonly handovers: number;
  readonly owner: CharacterId;
}

const isFailure = (error: unknown): boolean =>
  isSottoError(error) && /^(?:server|failed)$/.test(error.family);

/** The state of the screen, and all that changes it beside keys: commands, refusals, the keyboard passed on. */
export class Interaction {
  state: ScreenState;
  /** Who wrote last, to be asked again when that failed. */
  lastSpeaker: CastMember | null = null;
  readonly #parts: InteractionParts;
  readonly #drafts: ScreenDrafts;
  #handovers = 0;
  /** What failed last, as it stands on the page, and what had been asked for. */
  #failed: { readonly foot: Foot; readonly asked: Asked } | null = null;

  constructor(parts: InteractionParts) {
    this.#parts = parts;
    this.#drafts = new ScreenDrafts(parts.play);
    this.state = initialState(this.#drafts.opened(), parts.app.given.config.screen.vim);
  }

  /** Who holds the keyboard now. */
  get holder(): KeyboardHolder {
    return { handovers: this.#handovers, owner: this.#parts.play.state().playing.id };
  }

  #isStill({ handovers }: KeyboardHolder): boolean {
    return handovers === this.#handovers;
  }

  notify(text: string, tone: 'calm' | 'error' = 'calm'): void {
    this.state = { ...this.state, notice: { tone, text } };
    this.#parts.changed();
  }

  draft(text: string): void {
    this.state = { ...this.state, composer: rewritten(this.state.composer, text) };
  }

  #scopeFor(holder: KeyboardHolder): ScreenScope {
    const { app, play, transcript, looks, toggle, open, terminal } = this.#parts;
    const ifStill =
      <Given extends unknown[]>(run: (...given: Given) => void) =>
      (...given: Given): void => {
        if (this.#isStill(holder)) run(...given);
      };
    return {
      ...{ side: 'screen', app, play, transcript, looks, write: () => {}, draw: () => {} },
      grow: growing(this, () => this.#isStill(holder), this.#parts.changed),
      toggleThoughts: () => toggle('thoughts'),
      toggleDetails: () => toggle('details'),
      isBusy: () => this.state.composer.text !== '' || this.state.panel !== null,
      leave: () => terminal.leave(),
      open: ifStill(open),
      hide: ifStill((to, player) => this.#hide(to, player)),
    };
  }

  /** Says something or does what a command does; what it shows and why it failed is for who holds the keyboard now. */
  async act(act: Act, before: ScreenState): Promise<void> {
    const { holder } = this;
    const typed = this.state.composer === before.composer ? emptyComposer() : before.composer;
    const last = this.#lastLine?.id;
    this.lastSpeaker = null;
    try {
      this.#show(await this.#done(act, before, holder), holder);
    } catch (error) {
      const isStored = this.#refuse(this.#parts.app.explain(error), { ...before, composer: typed }, holder);
      if (isStored) this.#fail(this.#parts.app.explain(error), { act, last, speaker: this.lastSpeaker });
    } finally {
      if (act.type !== 'say') this.state = { ...this.state, isGrowing: false };
    }
  }

  get #lastLine(): Message | undefined {
    return this.#parts.play.view().last(1)[0];
  }

  /** Tries again what failed, else asks for another version of the last line, or for the answer that is missing. */
  again(before: ScreenState): Promise<void> {
    const failed = this.#failed?.foot === this.#parts.transcript.foot ? this.#failed : null;
    this.#failed = null;
    return this.act(failed === null ? anew : triedAgain(failed.asked, this.#lastLine), before);
  }

  async #done(act: Act, before: ScreenState, holder: KeyboardHolder): Promise<Shown> {
    const scope = this.#scopeFor(holder);
    if (act.type === 'command') return runLine(act.line, scope, this.#parts.commands);
    if (act.type === 'call') return makeCall(act.call, scope);
    const { play } = this.#parts;
    const doubt = play.state().spokenTo;
    if (doubt !== null) return this.#asked(doubt, act.text, before);
    await play.say(act.text);
    return null;
  }

  /** Whether a line is meant that may be another player's: it stays in the composer until one key says so. */
  #asked({ by, to, as }: SpokenTo, text: string, before: ScreenState): Shown {
    const saying = (options: SayOptions) => ({
      does: async () => {
        this.draft('');
        await this.#parts.play.say(text, { ...options, isMeant: true }).catch((error: unknown) => {
          if (!isFailure(error) && !wasStored(error)) this.draft(text);
          throw error;
        });
        return null;
      },
    });
    this.#giveBack(before);
    const answers = [
      { key: 'y', label: `say it as ${as}`, call: saying({}) },
      { key: 'o', label: `say it as ${to}`, call: saying({ as: to }) },
    ];
    const lines = [`This line is written as ${as}.`];
    return { type: 'question', tone: 'calm', title: `${by} spoke to ${to}`, lines, answers };
  }

  #show(shown: Shown, holder: KeyboardHolder): void {
    if (shown === null || !this.#isStill(holder)) return;
    if (shown.type === 'notice')
      this.#told(toldHere(shown.text.trim(), this.#parts.commands), shown.stays === true);
    else if (shown.type === 'draft') {
      this.draft(shown.text);
      if (shown.why !== undefined) this.notify(shown.why, 'error');
    } else if (shown.type === 'edit') this.state = editBegun(this.state, shown.message);
    else this.state = withPanel(this.state, shown);
  }

  /** Tells something above the composer, or what stays where it is read: below the newest line, as far as that is in sight. */
  #told(text: string, stays: boolean): void {
    const { transcript } = this.#parts;
    this.state = withoutField(this.state);
    if (stays)
      transcript.foot = { tone: 'calm', keys: [], ...transcript.foot, text: footText(transcript.foot, text) };
    if (!stays || !transcript.follows) this.state = notified(this.state, text).state;
  }

  /** News from the chat: what it tells, and what the list that is open shows now. */
  hear(event: PlayEvent): void {
    if (event.type === 'message' && this.state.notice?.tone === 'calm' && !this.state.leaving)
      this.state = { ...this.state, notice: null };
    if (event.type === 'notice') this.state = told(this.state, toldHere(event.message, this.#parts.commands));
    if (event.type === 'reload') {
      this.state = whileThere(this.state, this.#parts.play);
      this.standing();
    }
    if (event.type === 'state' && toldWriting(this.#parts.play.state()) !== null)
      this.#parts.transcript.foot = null;
    if (event.type === 'reload' || event.type === 'state') void this.#renew();
  }

  /** Keeps what was written in the place of a message; refused, it goes on being edited. */
  async keepEdit(message: MessageId, text: string): Promise<void> {
    const { holder } = this;
    const after = await editKept(this.#parts, message, text);
    if (!this.#isStill(holder)) return;
    if (after.isDone) this.state = editDropped(this.state);
    this.notify(after.says, after.isDone ? 'calm' : 'error');
  }

  /** Says below one's own line that nobody has answered it. */
  standing(): void {
    const { play, transcript, keys } = this.#parts;
    const [before, last] = play.view().last(2);
    transcript.foot = before && last ? unansweredFoot(last, play.state(), keys) : null;
  }

  async #renew(): Promise<void> {
    const { holder } = this;
    const call = remade(this.state.panel);
    const shown = call && (await makeCall(call, this.#scopeFor(holder)));
    if (!shown || !this.#isStill(holder)) return;
    this.state = { ...this.state, panel: withListAnew(this.state.panel, shown) };
    this.#parts.changed();
  }

  #hide(to: string, player: string | null): void {
    this.#parts.wipe();
    this.#parts.play.typing('');
    this.state = { ...editDropped(this.state), handover: { to, player, isRefused: false } };
  }

  /** The keyboard is taken by whoever plays this character; the handover goes on when that cannot be now. */
  async take(name: string): Promise<void> {
    const { play, wipe } = this.#parts;
    const { owner } = this.holder;
    try {
      await play.playAs(name);
    } catch {
      const { handover } = this.state;
      this.state = { ...this.state, handover: handover && { ...handover, isRefused: true } };
      return;
    }
    this.#handovers += 1;
    this.lastSpeaker = null;
    this.state = afterHandover(this.state, owner, this.#composerOf(this.holder.owner));
    wipe();
  }

  /** Somebody else is played now; in a handover `take` sees to it. */
  seated(from: CharacterId, to: CharacterId): void {
    if (from !== to && this.state.handover === null)
      this.state = playingAs(editDropped(this.state), from, this.#composerOf(to));
  }

  /** The composer of whom is played now. */
  #composerOf(owner: CharacterId): ComposerState {
    return this.state.drafts.get(owner) ?? this.#drafts.opened();
  }

  /** Keeps what is written as the one who is played, and as others before. */
  keep(owner: CharacterId): void {
    const { handover, drafts } = this.state;
    const composer = ownDraft(this.state);
    if (handover !== null) return;
    for (const [other, left] of drafts) if (other !== owner) this.#drafts.note(other, left);
    this.#drafts.note(owner, composer);
  }

  /** A refusal gives what was typed back, with the reason. Whether it is a failure instead, which comes after that was stored and is told to whom it belongs. */
  #refuse(error: unknown, before: ScreenState, holder: KeyboardHolder): boolean {
    const isStored = isFailure(error) || wasStored(error);
    const isStill = this.#isStill(holder);
    if (!isStored && !isStill) this.#keepFor(holder.owner, before.composer);
    if (!isStill) return false;
    if (!isStored) this.#giveBack(before);
    const isFailed = isStored || !isSottoError(error);
    if (!isFailed) this.notify(toldHere(messageOf(error), this.#parts.commands), 'error');
    return isFailed;
  }

  #giveBack({ composer, panel }: ScreenState): void {
    if (panel !== null || composer.text === '') return;
    this.state = { ...this.state, composer: withRefused(this.state.composer, composer) };
  }

  /** What was typed comes back to whom it belongs, when that one has the keyboard again. */
  #keepFor(owner: CharacterId, draft: ComposerState): void {
    const kept = this.state.drafts.get(owner) ?? emptyComposer();
    if (kept.text !== '') return;
    const composer = inserted(kept, draft);
    this.state = { ...this.state, drafts: new Map(this.state.drafts).set(owner, composer) };
  }

  /** Puts what went wrong on the page, and tells it where that is out of sight. */
  #fail(error: unknown, asked: Asked): void {
    const { commands, keys, transcript } = this.#parts;
    const said = toldHere(messageOf(error), commands);
    const foot = failureFoot(error, said, keys);
    this.#failed = { foot, asked };
    transcript.foot = foot;
    if (this.state.panel !== null || !transcript.follows) this.notify(said, 'error');
  }
}
