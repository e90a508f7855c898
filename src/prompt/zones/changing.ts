import { bringsLineHead } from '../../domain/audience/line-head.ts';
import type { AnyPromptInput, Insert, PromptEpoch } from '../input.ts';
import { harmless, harmlessWords, lineHeadOf, renderLine, spokenInPrompts } from '../lines.ts';
import { participants } from '../lmml.ts';
import { liveInserts, pieceOf } from '../placed-inserts.ts';
import type { Block } from '../plan.ts';
import { arranges, placedPrompts } from '../preset/preset.ts';
import { breakControls } from '../template/control.ts';
import { type Fresh, freshDraft, pinsName, sealedDrafts } from '../told.ts';
import type { Draft } from '../turns.ts';
import { withMacros } from '../with-macros.ts';
import { piecesOf } from './preset-pieces.ts';
import { filled, replaced } from './sections.ts';

/** A draft that may stand at a place of its own in the history, in a turn of its own. */
export type LiveDraft = Draft & {
  readonly depth?: number;
  /** At one place: the higher, the nearer to the reply; absent = 100. */
  readonly order?: number;
  /** Absent = system. */
  readonly role?: Block['role'];
  /** True for what stands in front of the cue, in the same turn. */
  readonly isPrefill?: boolean;
};

/** What the speaker keeps in mind, a part for each message. */
export function pinsInsert(input: AnyPromptInput, pins: readonly string[]): Insert[] {
  const pinned = pins.flatMap((id) => input.view.find(id) ?? []).filter(({ hidden }) => !hidden);
  if (pinned.length === 0) return [];
  const { name } = input.speaker;
  const lines = pinned.map((message) => ({ id: message.id, ...renderLine(input, message) }));
  const parts = lines.map(({ id, text }) => ({
    part: id,
    text,
    alone: `[${name} also remembers well: ${text}]`,
  }));
  const heading = `${name} remembers well:`;
  return [
    {
      ...{
        name: pinsName,
        source: pinsName,
        reason: 'pinned',
        zone: 'epoch',
        tier: 'should',
        isRendered: true,
      },
      ...{ heading, parts, leftOut: lines.reduce((sum, { leftOut }) => sum + leftOut, 0) },
      text: [heading, ...parts.map(({ text }) => text)].join('\n'),
    },
  ];
}

const inserted = (input: AnyPromptInput, insert: Insert): LiveDraft => {
  const { depth, order, role, isPrefill, isFilled = false, text } = insert;
  return {
    ...pieceOf(insert),
    zone: 'live',
    text: harmless(input, (isFilled ? text : withMacros(input, text)).trim()),
    ...(depth !== undefined && { depth }),
    ...(order !== undefined && { order }),
    ...(role && { role }),
    ...(isPrefill && !input.layout.isChat && { isPrefill }),
  };
};

/** The prompts of the person's preset that stand in the history or behind it. */
const ofPreset = (input: AnyPromptInput, wanted: 'chat' | 'after', end = 0): LiveDraft[] => {
  const { preset } = input.layout;
  if (!arranges(preset)) return [];
  return placedPrompts(preset, input.continues !== null)
    .filter(({ spot }) => spot === wanted)
    .flatMap(({ prompt }) => {
      const { role = 'system', injection_depth = 4, injection_order: order = 100 } = prompt;
      const depth = Math.max(0, Math.trunc(injection_depth));
      const where =
        wanted === 'after' ? { depth: end, order: Number.POSITIVE_INFINITY } : { depth, order, role };
      return piecesOf(input, preset, prompt).map((piece): LiveDraft => {
        return { ...piece, ...where, zone: 'live', text: harmless(input, filled(input, piece.text)) };
      });
    });
};

const chatStart = ({ layout }: AnyPromptInput): Draft[] => {
  const { chatStart: text = '', name: source = '' } = layout.context ?? {};
  if (text.trim() === '') return [];
  return [{ name: 'chat start', zone: 'epoch', tier: 'must', source, reason: 'context template', text }];
};

/** What stays the same for an epoch, as it read when it began. */
export const draftEpoch = (input: AnyPromptInput, epoch: PromptEpoch | null): Draft[] => [
  ...sealedDrafts(input, epoch),
  ...chatStart(input),
];

/** What is told between the messages for the first time. */
export const draftTold = (input: AnyPromptInput, fresh: Fresh): LiveDraft[] =>
  fresh.inserts.map((insert) => freshDraft(input, insert));

/** What may be another with every prompt: what is so now, notes and lore at their depth. */
export const draftLive = (input: AnyPromptInput): LiveDraft[] => [
  ...liveInserts(input).map((insert) => inserted(input, insert)),
  ...ofPreset(input, 'chat'),
  ...participants(input),
];

/**
 * The card's post-history instructions; with a preset, what it has behind the history. It ends the history, and the user's
 * turn stands behind it where there is one to answer (SP-09, SP-10).
 */
export const draftReminder = (input: AnyPromptInput, newest: Block['role'] | undefined): LiveDraft[] => {
  const end = newest === 'user' ? 1 : 0;
  const { speaker, character, layout } = input;
  if (arranges(layout.preset)) return ofPreset(input, 'after', end);
  const reminder = harmless(input, filled(input, replaced('', character?.postHistoryInstructions)));
  if (reminder === '') return [];
  const reason = 'post-history instructions';
  const source = `card of ${speaker.name}`;
  const order = Number.POSITIVE_INFINITY;
  const text = `[${reminder}]`;
  return [{ name: 'reminder', zone: 'live', tier: 'must', source, reason, text, depth: end, order }];
};

/** What a chat endpoint is asked for. */
const requestOf = (input: AnyPromptInput, begun: string): string => {
  const { speaker, continues, tag, cast } = input;
  const { name } = speaker;
  if (continues) return `[Go on with this line of ${name} exactly where it ends:${begun}]`;
  if (!bringsLineHead(tag, cast.length)) return `[Write ${name}'s next line, without the name.]`;
  return `[Write ${name}'s next line. It begins with "${name}:", "${name} (aloud):" or "${name} (to" and names.]`;
};

/** Whose line comes next, and how it begins when it is gone on with; a bare name where the reply brings its head. */
export const draftCue = (input: AnyPromptInput): Draft => {
  const { speaker, continues, layout, tag, cast } = input;
  const said = continues ? spokenInPrompts(input, continues) : { text: '', leftOut: 0 };
  const begun = said.text === '' ? '' : ` ${harmlessWords(input, said.text)}`;
  const head = continues ? lineHeadOf(input, continues) : bringsLineHead(tag, cast.length) ? '' : ':';
  const name = breakControls(speaker.name, layout.template);
  const text = layout.isChat ? requestOf(input, begun) : `${name}${head}${begun}`;
  const why = { source: 'sotto', reason: 'whose line comes next' };
  return { name: 'cue', zone: 'live', tier: 'must', ...why, text, leftOut: said.leftOut };
};
