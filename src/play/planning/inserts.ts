import { inCharacter } from '../../domain/audience/ooc.ts';
import type { Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { CharacterId } from '../../domain/message.ts';
import type { AnyPromptInput, Insert, PromptEpoch } from '../../prompt/input.ts';
import type { Tool } from '../../tools/tool.ts';
import type { HumanAsKnown } from '../chat/human.ts';
import type { InsertsAbout, PlaySettings } from '../chat/parts.ts';
import { loreInserts, loreOutlets } from '../lore/lore-inserts.ts';
import { memoryInserts } from '../memory/memory-lines.ts';
import type { SurfaceFor } from '../memory/sieve.ts';
import { surfacedFor } from '../memory/surface.ts';
import { cardNote, instructionInsert, noteInserts } from '../notes/note-inserts.ts';
import { statusInsert } from '../notes/status-insert.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { pinnedMemories } from '../story/memories/memory-inserts.ts';
import { occasionInserts } from '../story/occasions/occasion-inserts.ts';
import { currentScene, pastScenes } from '../story/scenes/scene-inserts.ts';
import { loreIn } from '../texts/scripts.ts';
import { toolsInsert } from '../tools/offered.ts';
import { worldInserts } from '../world/lines/world-inserts.ts';
import { isTakenBack } from './taken-back.ts';
import { unansweredInsert } from './unanswered-insert.ts';
import type { WantedLine } from './wanted-line.ts';

interface InsertsFor<Who> {
  readonly head: Position;
  readonly known: Known<Who>;
  readonly model: string;
  readonly human: HumanAsKnown;
  /** The tools of which the prompt is to tell. */
  readonly tools: readonly Tool[];
}

/** What stands beside cards and history, and what lore says of these. */
type Beside = { readonly inserts: Insert[] } & Pick<AnyPromptInput, 'outlets' | 'hides'>;

/** Lore that wakes for the speaker, notes, and what else stands beside cards and history. */
function insertsFor<Who>(
  chat: OpenChat,
  wanted: WantedLine<Who>,
  { known, model, human, head, tools }: InsertsFor<Who>,
): Beside {
  const { speaker, continues, alternatives = 0 } = wanted;
  const { settings } = chat.parts;
  const isExact = isExactIn(settings);
  const character = chat.character(speaker);
  const trigger = continues ? 'continue' : alternatives > 0 ? 'swipe' : 'normal';
  const lore = chat.lore.wake(chat, { speaker, known, human, trigger, continues });
  const answered = wanted.answering?.message;
  const query = answered ? inCharacter(answered.text, settings.ooc) : '';
  const memories = backToMind(chat, { speaker, known, head });
  const how = { scripted: loreIn(chat, speaker, human), isExact, note: known.note };
  const inserts = [
    ...toolsInsert(tools),
    ...(lore ? loreInserts(lore, how) : []),
    ...statusInsert(settings.status, {
      ...{ view: known.view, continues, model, shape: settings.statusShape, offsetAt: chat.parts.offsetAt },
      persona: human.id === '' ? null : human.name,
    }),
    ...cardNote(character, speaker, isExact),
    ...noteInserts(known, speaker, { character, isExact }),
    ...instructionInsert(wanted),
    ...unansweredInsert(settings, wanted, known.cast),
    ...besideMessages(chat, { speaker, known, query }, human.id, memories),
  ];
  return { inserts, ...(lore && { outlets: loreOutlets(lore, how), hides: lore.hides }) };
}

/** What comes back to mind, as of the newest line that the speaker perceived. */
function backToMind<Who>(chat: OpenChat, about: SurfaceFor<Who>): Insert[] {
  const { settings } = chat.parts;
  const now = about.known.view.last(1)[0]?.at ?? '';
  return memoryInserts(surfacedFor(chat, about), { now, settings, room: roomFor(chat), here: chat.id });
}

/** Whether notes and lore stand at their documented depths in each prompt, rather than once where they woke or changed. */
export const isExactIn = ({ layout, loreIsExact = false }: PlaySettings): boolean =>
  layout.order === 'classic' || loreIsExact;

/** A tenth of a prompt, in characters. */
const roomFor = ({ parts }: OpenChat): number => Math.max(400, Math.round(parts.settings.budget.hard * 0.4));

/** Whether the edge to the human goes first: where a cache is to be used again nothing before the history goes by who plays. */
const isLiteral = ({ parts }: OpenChat): boolean => parts.settings.layout.order === 'classic';

/** What goes by what the speaker knows: the state of the fiction, and what is handed in. */
const besideMessages = <Who>(
  chat: OpenChat,
  about: InsertsAbout<Who>,
  human: CharacterId,
  memories: readonly Insert[] = [],
): Insert[] => [
  ...worldInserts({
    ...about,
    room: roomFor(chat),
    scene: currentScene(about, isLiteral(chat)),
    ...(isLiteral(chat) && { first: human }),
  }),
  ...pastScenes(about, chat.parts.settings.lastScenes),
  ...pinnedMemories(about.known.view, about.speaker.id),
  ...(chat.parts.inserts?.(about) ?? []),
  ...memories,
  ...occasionInserts(about),
];

/** The texts beside cards and history, and the epoch that a line of this speaker goes on with. */
export function besideHistory<Who>(
  chat: OpenChat,
  wanted: WantedLine<Who>,
  about: InsertsFor<Who>,
): Beside & { epoch: PromptEpoch | null } {
  const { inserts, ...lore } = insertsFor(chat, wanted, about);
  const { speaker, epoch: given } = wanted;
  if (given !== undefined)
    return { ...lore, inserts: inserts.filter(({ zone }) => zone !== 'told'), epoch: given };
  const { known, head } = about;
  const { epoch } = known;
  if (!epoch || isLiteral(chat)) return { ...lore, inserts, epoch };
  return {
    ...lore,
    inserts,
    epoch: { ...epoch, isOver: isTakenBack(chat, { speaker, known, head, epoch }) },
  };
}
