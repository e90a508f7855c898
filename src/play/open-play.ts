import { requireMember } from '../domain/decide.ts';
import { givenName } from '../domain/lineage.ts';
import type { PromptPlan } from '../prompt/plan.ts';
import * as changes from './changes.ts';
import { describeCharacter } from './describe.ts';
import { asGenerating } from './in-progress.ts';
import { loreLines } from './lore-inserts.ts';
import * as moves from './moves.ts';
import { OpenChat } from './open-chat.ts';
import type { PlayParts } from './parts.ts';
import { inspectedPlan } from './plan.ts';
import type { LoreLine, Play, PlayState } from './play.ts';
import * as turns from './turns.ts';

const recentForNames = 50;

/** Opens a chat for play. `as` plays a character for this one opening. Throws SottoError when there is none. */
export function openPlay(parts: PlayParts, id: string, as?: string): Play {
  const chat = new OpenChat(parts, id, as);
  let settled: Promise<unknown> = Promise.resolve();
  const generating = (work: () => Promise<void>): Promise<void> => {
    const done = work();
    settled = Promise.allSettled([settled, done]);
    return done;
  };
  const stop = () => chat.generating?.abort.abort();
  return {
    ...readingOf(chat),
    subscribe: (listener) => chat.subscribe(listener),
    say: (text, options) => generating(() => turns.say(chat, text, options)),
    reply: (by, maxTokens) => generating(() => turns.reply(chat, by, maxTokens)),
    regenerate: () => generating(() => turns.regenerate(chat)),
    continueReply: () => generating(() => turns.continueReply(chat)),
    impersonate: (name) => generating(() => turns.reply(chat, name)),
    stop,
    rewind: async (to, options) => moves.rewind(chat, to, options),
    undo: async () => moves.undo(chat),
    redo: async () => moves.redo(chat),
    branch: async (name, at) => moves.branch(chat, name, at),
    switchTo: async (name) => moves.switchTo(chat, name),
    swipe: async (which) => moves.swipe(chat, which),
    edit: async (message, text) => changes.edit(chat, message, text),
    remove: async (message) => changes.remove(chat, message),
    pin: async (message) => changes.pin(chat, message, 'pin'),
    unpin: async (message) => changes.pin(chat, message, 'unpin'),
    playAs: async (name, persona) => changes.playAs(chat, name, persona),
    rename: async (title) => changes.rename(chat, title),
    setBook: async (name, isUsed) => changes.setBook(chat, name, isUsed),
    changeCard: async (name, card) => changes.changeCard(chat, name, card),
    describe: (name) => describeCharacter(chat, name),
    connect: async () => void (await chat.backend()),
    warmUp: (draft) => chat.warmUp.start(chat, draft),
    async close() {
      stop();
      chat.warmUp.stop();
      await settled;
    },
  };
}

/** What a play answers without anything changing. */
const readingOf = (
  chat: OpenChat,
): Pick<Play, 'state' | 'view' | 'message' | 'shown' | 'branches' | 'pins' | 'prompt' | 'lore'> => ({
  state: () => stateOf(chat),
  view: () => chat.view(),
  message: (address) => chat.message(address),
  shown: (message, depth) => chat.shown.of(chat, message, depth),
  branches: () => moves.branches(chat),
  pins: (of) => changes.pins(chat, of),
  prompt: (name) => promptFor(chat, name),
  lore: (name) => loreFor(chat, name),
});

function loreFor(chat: OpenChat, name: string): LoreLine[] {
  const { world } = chat.state;
  const speaker = requireMember(world, name);
  const outcome = chat.lore.wake(chat, { speaker, world, view: chat.view(speaker.id), trigger: 'normal' });
  return outcome ? loreLines(outcome) : [];
}

async function promptFor(chat: OpenChat, name: string): Promise<PromptPlan> {
  const speaker = requireMember(chat.state.world, name);
  const known = await chat.backend().catch(() => null);
  return inspectedPlan(chat, speaker, { known });
}

function unperceivedNames(chat: OpenChat): string[] {
  const view = chat.view();
  const { world } = chat.state;
  const speakers = chat
    .view('everyone')
    .last(recentForNames)
    .flatMap(({ id, speaker }) => (view.find(id) ? [] : [speaker]));
  return world.cast.filter(({ id }) => speakers.includes(id)).map(({ name }) => name);
}

function stateOf(chat: OpenChat): PlayState {
  const { world, head } = chat.state;
  const { store, settings } = chat.parts;
  const { played, generating, knownBackend } = chat;
  const hint = settings.hint === 'none' ? null : chat.unperceived;
  return {
    chat: { id: chat.id, title: chat.state.facts.title },
    cast: world.cast,
    playing: played,
    branch: givenName(store.tree.branches(chat.id).get(head.branch)?.name ?? ''),
    pinned: new Set(world.pins.filter(({ owner }) => owner === played.id).map(({ message }) => message)),
    unperceived: hint,
    unperceivedNames: settings.hint === 'names' && hint ? unperceivedNames(chat) : [],
    generating: asGenerating(generating),
    backend: {
      kind: knownBackend?.backend.kind ?? '',
      model: knownBackend?.isOffline ? 'does not answer' : (knownBackend?.probe?.model ?? ''),
      isModel: knownBackend?.backend.isModel ?? true,
    },
    canRedo: store.tree.redoTarget(chat.id, head) !== undefined,
  };
}
