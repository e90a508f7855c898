import { inCharacter } from '../../domain/audience/ooc.ts';
import { bounds } from '../../domain/fiction/kinds.ts';
import type { Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { Message } from '../../domain/message.ts';
import { memoryKey } from '../../domain/rows/records.ts';
import type { AnyView } from '../../domain/view.ts';
import type { Epoch, Member } from '../../domain/world/world.ts';
import type { Insert } from '../../prompt/input.ts';
import { partsOf } from '../../prompt/told.ts';
import { fingerprint, memoriesName } from '../memory/memory-lines.ts';
import { standingNotes } from '../notes/note-inserts.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { memoryOf } from '../story/memories/memories.ts';
import { pinnedMemories } from '../story/memories/memory-inserts.ts';
import { lifeIn, pastOf } from '../story/memories/past.ts';
import { propsAtRest, withoutProps } from '../story/occasions/props.ts';
import { sceneNumber, sceneSummary, sceneSummaryName } from '../story/scenes/scene-inserts.ts';
import { edgeSource, edgesTo, factPart } from '../world/lines/world-inserts.ts';

/** What was told, and to whom: the speaker, its epoch, and the texts that stood before its window as they read when that began. */
export interface ToldTo<Who> {
  readonly speaker: Member<Who>;
  readonly known: Known<Who>;
  readonly head: Position;
  readonly epoch: Epoch;
  readonly atBeginning: readonly Insert[];
}

interface Claim {
  readonly name: string;
  readonly source: string;
  readonly part: string;
  readonly text: string;
  readonly alone?: string;
}

const claimsOf = (inserts: readonly Insert[]): Claim[] =>
  inserts.flatMap((insert) =>
    partsOf(insert).map(({ part, text, alone = text }) => {
      return { name: insert.name, source: insert.source, part, text, alone };
    }),
  );

const keyOf = ({ name, source, part }: Claim): string => JSON.stringify([name, source, part]);

/** Names of texts that hold as long as they can be made again; others are outdated by a later one. */
const firm: ReadonlySet<string> = new Set([sceneSummaryName, 'memory', "author's note", 'scenario note']);

const isFirm = ({ name, part }: Claim): boolean =>
  firm.has(name) || (name === 'edge' && part.startsWith(factPart));

/** What may still be told of these kinds, whoever is there, as far as it was told. */
function holding<Who>({ known, speaker }: ToldTo<Who>, told: readonly Claim[]): Claim[] {
  const others = known.cast.filter(({ id }) => id !== speaker.id);
  const scenes = told
    .filter(({ name }) => name === sceneSummaryName)
    .map(({ source }) => sceneNumber(source));
  return claimsOf([
    ...edgesTo(known.mind, speaker, others),
    ...scenes.flatMap((n) => sceneSummary({ known, speaker }, n)),
    ...pinnedMemories(known.view, speaker.id),
    ...standingNotes(known, speaker, false),
  ]);
}

/** Whether a fact may be gone because newer ones have taken its place. */
function hasGivenWay<Who>({ known, speaker }: ToldTo<Who>, { name, source }: Claim): boolean {
  if (name !== 'edge') return false;
  const edge = known.mind.edges[speaker.id]?.[source.slice(edgeSource('').length)];
  return [edge?.knowledge, edge?.privateMoments].some((facts) => (facts?.length ?? 0) >= bounds.facts);
}

/** Whether a memory that was told is still there and says the same. */
function isRemembered<Who>(
  chat: OpenChat,
  { speaker, known, head }: ToldTo<Who>,
  { source, part }: Claim,
): boolean {
  const [type, id = '', other] = source.split(' ');
  const life = other === undefined ? undefined : lifeIn(pastOf(chat, speaker, head), other);
  if (other !== undefined && !life) return false;
  const view: AnyView = life ? chat.parts.store.view(life.chat, life.viewer, life.head) : known.view;
  const owner = life ? life.viewer : speaker.id;
  const record = type === 'memory' ? view.record(memoryKey(owner, id)) : undefined;
  const message = type === 'message' ? view.find(id) : undefined;
  const said = record ? memoryOf(record).text : message && inCharacter(message.text, chat.parts.settings.ooc);
  if (said === undefined) return false;
  return fingerprint(life ? said : withoutProps(said, propsAtRest(known.mind))) === part;
}

/** Whether a message that the speaker had perceived when it was last told something reads otherwise now, or is gone. */
function isRevised<Who>(chat: OpenChat, { speaker, known, head, epoch }: ToldTo<Who>): boolean {
  const { store } = chat.parts;
  const begun = store.placeOf(epoch.asOf.message);
  const revised = store.revisedSince(chat.id, head, begun.seq);
  if (revised.length === 0) return false;
  const last = known.view.last(64).findLast((message) => message.speaker === speaker.id);
  const before = store.tree.before(chat.id, last ? store.placeOf(last.id) : begun);
  const then = store.view(chat.id, speaker.id, before);
  return revised.some((id) => {
    const was = then.find(id);
    return was !== undefined && !isSame(was, known.view.find(id));
  });
}

const isSame = (one: Message, other: Message | undefined): boolean =>
  other !== undefined && one.text === other.text && one.knownTo.join() === other.knownTo.join();

/** Whether something that stands in the speaker's epoch holds no longer, rather than being outdated by something later. */
export function isTakenBack<Who>(chat: OpenChat, about: ToldTo<Who>): boolean {
  const { epoch, atBeginning } = about;
  const texts = (epoch.told ?? []).flatMap((turn) => turn.texts);
  const told: Claim[] = [
    ...claimsOf(atBeginning.filter(({ zone }) => zone === 'epoch')),
    ...texts.map(({ part = '', source, ...text }) => ({ ...text, part, source: source.join(' ') })),
  ];
  if (told.length === 0) return false;
  const holds = new Map(holding(about, told).map((claim) => [keyOf(claim), claim]));
  const isGone = (claim: Claim) => {
    const { text, alone } = holds.get(keyOf(claim)) ?? { text: null, alone: null };
    return claim.text.trim() !== text?.trim() && claim.text.trim() !== alone?.trim();
  };
  return (
    told.some((claim) => isFirm(claim) && isGone(claim) && !hasGivenWay(about, claim)) ||
    told.some((claim) => claim.name === memoriesName && !isRemembered(chat, about, claim)) ||
    isRevised(chat, about)
  );
}
