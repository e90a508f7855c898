import { everyone } from '../deeds.ts';
import type { Quay } from '../doing.ts';

/** What a person may name when asking: what the character knows, what it does not, and what is nowhere, the usual first. */
export interface Pool {
  /** What the character is called now. */
  readonly own: string;
  readonly names: readonly string[];
  /** Those among the names whom the character does not know. */
  readonly strangers: readonly string[];
  readonly messages: readonly string[];
  readonly branches: readonly string[];
  readonly groups: readonly string[];
  readonly chats: readonly string[];
  /** Ids and names of whatever happened, whoever perceived it. */
  readonly words: readonly string[];
}

const mostOfEach = 2;
const longestWord = 40;

/** Fields of events that a person may type to say what is meant. */
const telling = /^(?:id|name|occasion|thread|container|group|memory|message|n)$/;

/** What stands in such fields anywhere in a value, by the field. */
function collect(value: unknown, into: Map<string, Set<string>>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, held] of Object.entries(value)) {
    if (typeof held === 'object') collect(held, into);
    else if (telling.test(key) && held !== '' && String(held).length <= longestWord)
      into.set(key, (into.get(key) ?? new Set()).add(String(held)));
  }
}

/** The newest that was said of each field, and the newest events of each kind that a person can name. */
function wordsOf({ store, id }: Quay): string[] {
  const found = new Map<string, Set<string>>();
  const events = [...store.log.all({ chat: id })];
  for (const event of events) collect({ payload: event.payload }, found);
  const ids = ['scene_summarized', 'memory_written', 'proposal_made', 'letter_sent'].map(
    (kind) => events.findLast((event) => event.kind === kind)?.id,
  );
  const newest = [...found.values()].flatMap((all) => [...all].slice(-mostOfEach));
  return [...newest, ...ids.filter((one) => one !== undefined)];
}

const distinct = (all: readonly string[]): string[] => [...new Set(all)];

/** Some whom the character knows, some of the cast or of nowhere whom it does not, and nobody. */
function namesOf(scene: Quay, who: string): Pick<Pool, 'own' | 'names' | 'strangers'> {
  const { cast } = scene.playing(who).state();
  const known = cast.map(({ name }) => name);
  const own = scene.calledNow(who);
  const strangers = everyone.map((one) => scene.calledNow(one)).filter((name) => !known.includes(name));
  const others = known.filter((name) => name !== own).slice(0, mostOfEach);
  return { own, names: distinct([...others, own, ...strangers, 'Nobody']), strangers };
}

/** Messages that were perceived, by place and id, those that were not, and none. */
function messagesOf(scene: Quay, who: string): string[] {
  const own = scene.playing(who).view().last(5);
  const seen = new Set(own.map(({ id }) => id));
  const hidden = scene.seenBy('everyone').filter(({ id }) => !seen.has(id));
  const ids = [own[0], ...hidden.slice(-mostOfEach)].flatMap((one) => (one ? [one.id] : []));
  return distinct(['last', '-2', ...ids, '-500', 'no-such-message']);
}

/** All that may be named of a history, as one character asks; taken from the history in which everything happened. */
export function poolOf(scene: Quay, who: string): Pool {
  const play = scene.playing(who);
  const all = scene.store.tree.playBranches(scene.id).map(({ name }) => name);
  const own = play.branches().map(({ name }) => name);
  const groups = play.state().groups.map(({ name }) => name);
  return {
    ...namesOf(scene, who),
    messages: messagesOf(scene, who),
    branches: distinct([...own.slice(-mostOfEach), ...all.slice(-mostOfEach), 'nowhere']),
    groups: distinct([...groups.slice(0, mostOfEach), 'crew', 'family', 'nobodys']),
    chats: distinct([...scene.store.chats.list().map(({ id }) => id), 'no such chat']),
    words: distinct([...wordsOf(scene), 'ball']),
  };
}
