import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { opened } from '../../../src/domain/world/world.ts';
import type { PlaySettings } from '../../../src/play/chat/parts.ts';
import { surfacedNext } from '../../../src/play/memory/past-seen.ts';
import { startChat } from '../../../src/play/new-chat.ts';
import { memoriesOf } from '../../../src/play/story/memories/memories.ts';
import { freshFolder, openStore } from '../../histories.ts';
import { characters, quay } from '../../quay.ts';
import { type Act, history, passedOver } from '../deeds.ts';
import { Quay } from '../doing.ts';
import { retell } from '../retold.ts';
import { anyVariant, partsOf, settingsOf, type Variant } from '../variant.ts';
import { Witnessed } from '../witnessed.ts';
import { pastSeenBy } from './looking.ts';

const withCards = ['Maren', 'Ansel', 'Odile'] as const;

/** Chats of the same characters, one after the other, and who looks back on them in the last. */
export interface Lives {
  readonly chats: readonly (readonly Act[])[];
  readonly who: (typeof withCards)[number];
  readonly variant: Variant;
  readonly memory: PlaySettings['memory'];
  /** So many lines are whispered past them in each chat. */
  readonly whispers: number;
  /** Whether somebody comes whom they never meet, when each chat but the last is over for them. */
  readonly hasStranger: boolean;
}

const memory = fc.record({
  scope: fc.constant('all' as const),
  most: fc.integer({ min: 1, max: 8 }),
  perChat: fc.integer({ min: 1, max: 3 }),
  shape: fc.constantFrom('plain', 'lmml' as const),
});

/** Any chats of the quay. */
export const anyLives: fc.Arbitrary<Lives> = fc.record({
  chats: fc.array(fc.oneof(history, passedOver), { minLength: 2, maxLength: 3 }),
  who: fc.constantFrom(...withCards),
  variant: anyVariant.map((variant) => ({ ...variant, isClockStill: false })),
  memory,
  whispers: fc.constantFrom(0, 1, 10),
  hasStranger: fc.boolean(),
});

const tellings: Readonly<Record<string, string>> = {
  'Aye.': 'Aye, the ferry brought Odile a key',
  'The key?': 'The key of the lamp room?',
  'Not here.': 'Not here, by the ferry, when the tide turns',
};
const goods = ['rope', 'tar', 'herring', 'pitch', 'salt', 'lamp oil', 'a keg of ale'];

/** The same with more to come back to mind: no two lines are alike. */
function telling(act: Act, at: number): Act {
  if (!('text' in act) || act.text === null || act.text === '') return act;
  const text = `${tellings[act.text] ?? act.text} ${goods[at % goods.length]}`;
  return { ...act, text } as Act;
}

const others = (who: Lives['who']): Lives['who'][] => withCards.filter((name) => name !== who);

/** A chat with a whisper past somebody after each third act, of all the words that are looked for, until there are so many. */
function withWhispers(acts: readonly Act[], { who, whispers }: Lives): Act[] {
  const [by, ...to] = others(who);
  const whisper = (at: number): Act => {
    const said = `Later, not here: the key of the lamp room, by the ferry, at tide ${at}, ${goods[at % goods.length]}.`;
    return { type: 'say', by: by ?? who, to, text: said };
  };
  return acts.flatMap((act, at) => [
    telling(act, at),
    ...(at % 3 === 0 && at / 3 < whispers ? [whisper(at)] : []),
  ]);
}

/** How each chat ends: all keep what they saw of it, and one asks after it. */
const endOf = ({ who }: Lives): Act[] => [
  { type: 'close_scene', who },
  ...withCards.map((name): Act => ({ type: 'sum_up', who: name })),
  {
    type: 'say',
    by: who,
    to: [],
    text: 'Who had the key of the lamp room, when the tide turned by the ferry?',
  },
];

/** Somebody comes when they are gone, and says it all. */
const strangersIn = (who: Lives['who']): Act[] => [
  { type: 'leave', who },
  { type: 'join', who: 'Quill', knowsPast: true },
  ...Object.values(tellings).map((text): Act => ({ type: 'say', by: 'Quill' as 'Tomas', to: [], text })),
];

/** What came of the cases so far: events that were left out, what came back to mind, and what is remembered. */
export interface Tally {
  cases: number;
  left: number;
  surfaced: number;
  elsewhere: number;
  memories: number;
}

const day = 86_400_000;

/** Plays chats in one store and, without what somebody did not perceive, in another, and compares what they know of their past. */
export async function compareLives(lives: Lives, tally: Tally): Promise<void> {
  const { chats, who, variant, memory } = lives;
  const [one, other] = [freshFolder(), freshFolder()];
  const stores = [openStore(one.folder), openStore(other.folder)] as const;
  const settings = { ...settingsOf(variant), memory };
  tally.cases += 1;
  try {
    let last: [Quay, Quay] | null = null;
    for (const [at, acts] of chats.entries()) {
      const options = { title: `The quay ${at}`, settings, untagged: variant.ofChat };
      const [full, bare] = stores.map((store) => new Quay(store, options, partsOf(variant))) as [Quay, Quay];
      full.at += at * 30 * day;
      const witnessed = new Witnessed(full, who);
      const beyond = lives.hasStranger && at < chats.length - 1 ? strangersIn(who) : [];
      for (const act of [...withWhispers(acts, lives), ...endOf(lives), ...beyond]) await witnessed.take(act);
      tally.left += await retell(bare, witnessed);
      bare.at = full.at;
      last = [full, bare];
    }
    if (!last?.[0].isInCast(who)) return;
    const [full, bare] = last;
    playBeside(full, who);
    deepStrictEqual(await pastSeenBy(full, who), await pastSeenBy(bare, who));
    const play = full.playing(who);
    const surfaced = surfacedNext(play.chat);
    tally.surfaced += surfaced.length;
    tally.elsewhere += surfaced.filter(({ life }) => life.chat !== full.id).length;
    tally.memories += memoriesOf(play.chat).length;
  } finally {
    for (const store of stores) store.close();
    one.remove();
    other.remove();
  }
}

/** A chat in which only the others are, by another card that is said to be theirs; the same is said there. */
function playBeside({ store, parts }: Quay, who: Lives['who']): void {
  const cast = characters.filter(({ name }) => name !== who);
  for (const [index, { name }] of cast.entries())
    store.identities.join(
      { id: 'others', index },
      { id: 'quay', index: characters.findIndex((one) => one.name === name) },
    );
  const card = { ...quay, characters: cast };
  const start = { ...parts, userName: 'Tomas', castMax: 8 };
  const chat = startChat(start, { cards: [{ id: 'others', card }], title: 'The quay, later' });
  const [speaker = ''] = opened(store.chats.read(chat).world).cast.map(({ id }) => id);
  store.chats.append(chat, { actor: 'human', at: parts.now() }, () =>
    Object.values(tellings).map((text) => ({
      kind: 'message_said' as const,
      payload: { speaker, raw: text, text, knownTo: [] },
    })),
  );
}
