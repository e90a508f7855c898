import type { CharacterId, Message } from '../../domain/message.ts';
import type { DirectorSettings } from '../../domain/world/chat-facts.ts';
import { chanceOf } from '../../lore/chance.ts';
import { type Named, namedIn, type Person } from './addressee.ts';

/** What the director knows when it decides: nothing that the one whose message is answered has not perceived. */
export interface Situation {
  /** Those present whom the sender knows of, itself included, in the order of the cast. */
  readonly people: readonly Person[];
  /** Who is played by a human. */
  readonly humans: ReadonlySet<CharacterId>;
  readonly settings: DirectorSettings;
  /** From 0 (only when named) to 1. */
  readonly talkativeness: (id: CharacterId) => number;
}

/** Who speaks next, in this order, and why. */
export interface Choice {
  readonly speakers: readonly CharacterId[];
  readonly why: string;
  /** Those of whom a classifier is to say who is meant, since the names leave it open; empty when they do not. */
  readonly unsure: readonly CharacterId[];
}

/** A message that is to be answered. */
export type Said = Pick<Message, 'speaker' | 'text' | 'knownTo'>;

const humanSpokenTo = 'addressed to a human';

const choice = (speakers: readonly CharacterId[], why: string): Choice => ({ speakers, why, unsure: [] });
const idsOf = (people: readonly Person[]): CharacterId[] => people.map(({ id }) => id);

/** The same situation where this one is not among those who may speak. */
export const withoutSpeaker = (situation: Situation, id: CharacterId | null | undefined): Situation => ({
  ...situation,
  people: situation.people.filter((person) => person.id !== id),
});

/** Those who may be chosen without being asked for: played by no human, not muted. */
export const candidatesOf = ({ people, humans, settings }: Situation): CharacterId[] =>
  idsOf(people).filter((id) => !humans.has(id) && !settings.muted.includes(id));

/** Those who may be chosen though nobody named them; who is alone there speaks however quiet it is. */
export const talkersOf = (situation: Situation): CharacterId[] => {
  const candidates = candidatesOf(situation);
  return candidates.length === 1 ? candidates : candidates.filter((id) => situation.talkativeness(id) > 0);
};

const lastBefore = (recent: readonly Message[], among: readonly CharacterId[]): CharacterId | undefined =>
  recent.findLast(({ speaker }) => speaker !== null && among.includes(speaker))?.speaker ?? undefined;

/** Whoever else spoke last, else the first of the cast. */
function byTurn(situation: Situation, recent: readonly Message[]): Choice {
  const talkers = talkersOf(situation);
  const last = lastBefore(recent, talkers);
  return last === undefined ? choice(talkers.slice(0, 1), 'the first') : choice([last], 'spoke last');
}

/** Draws by talkativeness, the same for the same chat. */
function drawn(situation: Situation, among: readonly CharacterId[], about: string): CharacterId[] {
  const weights = among.map((id) => Math.max(situation.talkativeness(id), Number.EPSILON));
  let left = chanceOf(`${about} speaks next`) * weights.reduce((sum, weight) => sum + weight, 0);
  const found = among.find((_, index) => {
    left -= weights[index] ?? 0;
    return left < 0;
  });
  return found === undefined ? among.slice(-1) : [found];
}

/** Talkers who have not spoken since a human last did, else all but the last who spoke. */
function pool(situation: Situation, recent: readonly Message[]): CharacterId[] {
  const talkers = talkersOf(situation);
  const since = recent.slice(
    recent.findLastIndex(({ speaker }) => speaker !== null && situation.humans.has(speaker)) + 1,
  );
  const silent = talkers.filter((id) => !since.some(({ speaker }) => speaker === id));
  return silent.length > 0 ? silent : talkers.filter((id) => id !== recent.at(-1)?.speaker);
}

/** Who is named, as far as they may be chosen; null when nobody is. */
function byName(situation: Situation, { certain, doubtful, likely }: Named): Choice | null {
  const candidates = candidatesOf(situation);
  const able = (ids: readonly CharacterId[]) => ids.filter((id) => candidates.includes(id));
  const isHuman = (id: CharacterId) => situation.humans.has(id);
  if (able(certain).length > 0) return choice(able(certain), 'named');
  if (certain.length > 0 && certain.every(isHuman)) return choice([], humanSpokenTo);
  if (able(likely).length > 0) return { ...choice(able(likely), 'named'), unsure: able(doubtful) };
  return null;
}

const withoutSender = (named: Named, sender: CharacterId | null): Named => {
  const others = (ids: readonly CharacterId[]) => ids.filter((id) => id !== sender);
  return { certain: others(named.certain), doubtful: others(named.doubtful), likely: others(named.likely) };
};

function naturally(situation: Situation, said: Said, recent: readonly Message[]): Choice {
  const named = withoutSender(namedIn(said.text, situation.people), said.speaker);
  const others = withoutSpeaker(situation, said.speaker);
  const found = byName(others, named);
  if (found) return found;
  const candidates = candidatesOf(others);
  const unsure = named.doubtful.filter((id) => candidates.includes(id));
  return { ...byTurn(others, recent), unsure };
}

/** Whoever may be chosen and is named in a text, besides those who talk by themselves, in the order of the cast. */
function talkersAnd(situation: Situation, said: Said): CharacterId[] {
  const talkers = talkersOf(situation);
  const { certain } = namedIn(said.text, situation.people);
  return candidatesOf(situation).filter((id) => talkers.includes(id) || certain.includes(id));
}

/**
 * Who answers a message of a human: those of its audience when it is private, else whom the strategy says. `recent`
 * is what the sender perceived before it, oldest first. Where a model is to pick, this is what holds without one.
 */
export function answerers(situation: Situation, said: Said, recent: readonly Message[]): Choice {
  const { strategy } = situation.settings;
  if (strategy === 'manual') return choice([], 'manual');
  const found = answering(situation, said, recent);
  const isSilent = found.speakers.length === 0 && found.why !== humanSpokenTo;
  return isSilent ? { ...found, why: whyNobody(withoutSpeaker(situation, said.speaker), said) } : found;
}

/** Why nobody of these answers. */
function whyNobody(others: Situation, { knownTo }: Said): string {
  const { people, humans } = others;
  if (people.length === 0) return 'no one is here to answer';
  if (people.every(({ id }) => humans.has(id))) return 'everyone else is played by a human';
  if (candidatesOf(others).length === 0) return 'everyone is muted: /reply NAME';
  return knownTo.length > 0 ? 'no one who hears it may answer' : 'everyone speaks only when named';
}

function answering(situation: Situation, said: Said, recent: readonly Message[]): Choice {
  const { strategy } = situation.settings;
  const others = withoutSpeaker(situation, said.speaker);
  if (said.knownTo.length > 0) {
    return choice(
      candidatesOf(others).filter((id) => said.knownTo.includes(id)),
      'whispered to',
    );
  }
  if (strategy === 'list') return choice(talkersAnd(others, said), 'everyone in turn');
  if (strategy === 'pooled') {
    const talkers = talkersOf(others);
    const called = talkersAnd(others, said).filter((id) => !talkers.includes(id));
    if (called.length > 0) return choice(called, 'named');
    return choice(drawn(situation, talkers, recent.at(-1)?.id ?? ''), 'drawn');
  }
  return naturally(situation, said, recent);
}

/** Who goes on when no human speaks: one by the strategy, whoever was named first of all; the last who spoke only where they may. */
export function goesOn(situation: Situation, recent: readonly Message[]): Choice {
  const { strategy, selfReply } = situation.settings;
  if (strategy === 'manual') return choice([], 'manual');
  const last = recent.at(-1);
  const able = selfReply ? situation : withoutSpeaker(situation, last?.speaker ?? null);
  const talkers = talkersOf(able);
  if (strategy === 'pooled') return choice(drawn(able, pool(able, recent), last?.id ?? ''), 'drawn');
  if (strategy === 'list') return choice(nextInList(situation, talkers, last), 'everyone in turn');
  const named = last ? withoutSender(namedIn(last.text, situation.people), last.speaker) : null;
  const hears = (id: CharacterId) => last?.perceived.includes(id) === true;
  const called = [...(named?.certain ?? []), ...(named?.likely ?? [])].filter(hears);
  const [first] = called.filter((id) => candidatesOf(able).includes(id));
  if (first !== undefined) return choice([first], 'named');
  return choice(leastRecent(talkers, recent), 'silent the longest');
}

function nextInList(
  { people }: Situation,
  talkers: readonly CharacterId[],
  last: Message | undefined,
): CharacterId[] {
  const at = people.findIndex(({ id }) => id === last?.speaker) + 1;
  const order = idsOf([...people.slice(at), ...people.slice(0, at)]);
  return order.filter((id) => talkers.includes(id)).slice(0, 1);
}

const leastRecent = (talkers: readonly CharacterId[], recent: readonly Message[]): CharacterId[] => {
  const spoke = (id: CharacterId) => recent.findLastIndex(({ speaker }) => speaker === id);
  return talkers.toSorted((a, b) => spoke(a) - spoke(b)).slice(0, 1);
};

/** Who answers a reply without a human: those whom it whispers to when no human hears it (KT-15, KT-16). */
export const whisperedTo = (situation: Situation, reply: Said): CharacterId[] => {
  const { knownTo, speaker } = reply;
  if (situation.settings.strategy === 'manual' || knownTo.some((id) => situation.humans.has(id))) return [];
  return candidatesOf(situation).filter((id) => id !== speaker && knownTo.includes(id));
};
