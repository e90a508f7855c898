import type { PromptPlan } from '../prompt/plan.ts';
import { humanTo } from './chat/human.ts';
import type { PlayParts } from './chat/parts.ts';
import type { LoreLine } from './chat/play-state.ts';
import { directingOf } from './director/directing.ts';
import { loreLines } from './lore/lore-inserts.ts';
import { messageAt } from './open/address.ts';
import { OpenChat } from './open/open-chat.ts';
import { isExactIn } from './planning/inserts.ts';
import { ownFill } from './planning/own-fill.ts';
import { inspectedPlan } from './planning/plan.ts';
import type { Play } from './play.ts';
import { describeCharacter } from './reply/describe.ts';
import { ghostOf } from './reply/ghost.ts';
import { stateOf } from './state-of.ts';
import { talkingOf } from './talking.ts';
import { draftsOf } from './terminals/drafts.ts';
import { attendingOf } from './terminals/mirror.ts';
import * as tree from './tree/branches.ts';
import * as changes from './tree/changes.ts';
import { figuresOf } from './tree/figures.ts';
import * as moves from './tree/moves.ts';
import { notesOf } from './turn/notes.ts';
import { presenceOf } from './turn/presence.ts';
import { searchOf } from './turn/search.ts';
import { readKickoff } from './world/seeds/seeding.ts';

/** Opens a chat for play. `as` plays a character for this one opening. Throws SottoError when there is none. */
export function openPlay(parts: PlayParts, id: string, as?: string): Play {
  const chat = new OpenChat(parts, id, as);
  const talking = talkingOf(chat);
  const drafts = draftsOf(chat);
  const ghost = ghostOf(chat);
  return {
    ...readingOf(chat),
    ...servedOf(chat),
    ...attendingOf(chat),
    ...searchOf(chat),
    ...presenceOf(chat),
    ...notesOf(chat),
    ...directingOf(chat),
    ...talking,
    ...drafts,
    ...ghost.play,
    stop() {
      ghost.stop();
      talking.stop();
    },
    subscribe: (listener) => chat.subscribe(listener),
    ...goingBackOf(chat),
    branch: async (name, at) => tree.branch(chat, name, at),
    switchTo: async (name) => tree.switchTo(chat, name),
    swipe: async (which) => moves.swipe(chat, which),
    edit: async (message, text) => changes.edit(chat, messageAt(chat, message), text),
    remove: async (message) => changes.remove(chat, message),
    pin: async (message) => changes.pin(chat, message, 'pin'),
    unpin: async (message) => changes.pin(chat, message, 'unpin'),
    playAs: async (name, persona) => changes.playAs(chat, name, persona),
    rename: async (title) => changes.rename(chat, title),
    setBook: async (name, isUsed) => changes.setBook(chat, name, isUsed),
    changeCard: async (name, card) => changes.changeCard(chat, name, card),
    readKickoff: () => readKickoff(chat),
    describe: (name) => describeCharacter(chat, name),
    async close(how) {
      ghost.stop();
      drafts.keepNow();
      await talking.close(how);
    },
  };
}

const goingBackOf = (chat: OpenChat): Pick<Play, 'rewind' | 'undoneBy' | 'turnsBack' | 'undo' | 'redo'> => ({
  rewind: async (to, options) => moves.rewind(chat, to, options),
  undoneBy: (to) => moves.undoneBy(chat, to),
  turnsBack: (count) => moves.turnsBack(chat, count),
  undo: async (options) => moves.undo(chat, options),
  redo: async () => moves.redo(chat),
});

const servedOf = ({ server, session }: OpenChat): Pick<Play, 'connect' | 'reconnect'> => ({
  async connect() {
    await server.open();
    if (session.mirror) session.readAhead?.open();
  },
  async reconnect() {
    server.forget();
    await server.open();
  },
});

/** What a play answers without anything changing. */
const readingOf = (
  chat: OpenChat,
): Pick<
  Play,
  | 'known'
  | 'chat'
  | 'state'
  | 'view'
  | 'message'
  | 'shown'
  | 'figures'
  | 'branches'
  | 'versions'
  | 'pins'
  | 'prompt'
  | 'lore'
  | 'fill'
> => ({
  chat,
  known: () => chat.known(),
  state: () => stateOf(chat),
  view: () => chat.view(),
  message: (address) => messageAt(chat, address),
  shown: (message, depth) => chat.shown.of(chat, message, depth),
  figures: (message) => figuresOf(chat, message),
  branches: (how) => chat.perspective.tree[how === 'rows' ? 'rows' : 'infos'](),
  versions: () => moves.versions(chat),
  pins: (of) => changes.pins(chat, of),
  prompt: (name) => promptFor(chat, name),
  lore: (name) => loreFor(chat, name),
  fill: () => ownFill(chat),
});

function loreFor(chat: OpenChat, name: string): LoreLine[] {
  const speaker = chat.perspective.member(name);
  const about = { speaker, known: chat.known(speaker.id), human: humanTo(chat, speaker.id) };
  const outcome = chat.lore.wake(chat, { ...about, trigger: 'normal' });
  return outcome ? loreLines(outcome, isExactIn(chat.parts.settings)) : [];
}

async function promptFor(chat: OpenChat, name: string): Promise<PromptPlan> {
  const speaker = chat.perspective.member(name);
  const known = await chat.server.open().catch(() => null);
  return inspectedPlan(chat, speaker, { known });
}
