import type { Known } from '../../domain/known/known.ts';
import type { Position } from '../../domain/lineage.ts';
import type { MessageId } from '../../domain/message.ts';
import type { Member } from '../../domain/world/world.ts';
import type { Continued } from '../../inference/questions/calls.ts';
import { isRow } from '../../prompt/history.ts';
import type { PromptEpoch } from '../../prompt/input.ts';
import type { PromptPlan } from '../../prompt/plan.ts';
import type { TurnTemplate } from '../../prompt/template/turn-template.ts';
import type { OpenChat } from '../open/open-chat.ts';
import { type PlanFor, planLine } from './plan.ts';

/** The window of somebody who does not speak begins anew after so many lines, at least so many before those that are asked about. */
const steady = { lines: 48, before: 2 } as const;

/** Somebody's own prompt as a question stands behind it, and how turns are marked in it. */
export interface OwnPrompt {
  readonly behind: Continued;
  readonly plan: PromptPlan;
  readonly template: TurnTemplate;
}

/** Whose prompt it is, at which place, and how many tokens behind it are to stay free, where that is more than a reply takes. */
export interface Asked<Who> {
  readonly speaker: Member<Who>;
  readonly place: Position;
  readonly known: Pick<Known<Who>, 'epoch'>;
  readonly room?: number;
  /** The first of the lines that are asked about. */
  readonly since?: MessageId;
}

/** The text of a prompt through the last line of its history, without what changes with each line. */
const throughHistory = ({ blocks }: PromptPlan): string =>
  blocks
    .slice(0, blocks.findLastIndex(({ zone }) => zone === 'history') + 1)
    .filter(({ zone }) => zone !== 'live')
    .map(({ text }) => text)
    .join('');

/**
 * For somebody of whom no reply holds where their window begins: a beginning that stays for some lines, with nothing before the
 * history that changes with what is found. Null where their view has no row.
 */
function steadyEpoch<Who>(
  chat: OpenChat,
  { speaker: { id }, place, since }: Omit<Asked<Who>, 'known'>,
): PromptEpoch | null {
  const seen = chat.view(id, place);
  const count = seen.count();
  const asked = since ? seen.from(since, count).length : 0;
  const left = Math.max(0, Math.floor((count - asked - steady.before) / steady.lines) * steady.lines);
  const { ooc } = chat.parts.settings;
  const first = seen.last(count - left).find((message) => isRow({ ooc }, message));
  return first ? { from: first.id, sealed: [] } : null;
}

/**
 * Somebody's own prompt through the last line of its history, for a question to stand behind it: where the server holds it, the
 * question alone is read anew (ruling 10). Nothing is told for it that was not told before. Rejects as `planLine`.
 */
export async function ownPrompt<Who>(
  chat: OpenChat,
  { speaker, place, known: { epoch: held }, room, since }: Asked<Who>,
  planFor: PlanFor,
): Promise<OwnPrompt> {
  const line = { speaker, place, isBeside: true, ...(room !== undefined && { room }) };
  const own = held && (await planLine(chat, line, planFor));
  const goesOn = ({ windowFrom, sealed }: PromptPlan): boolean =>
    windowFrom === held?.from && sealed === null;
  const { plan, template } =
    own && goesOn(own.plan)
      ? own
      : await planLine(
          chat,
          { ...line, epoch: steadyEpoch(chat, { speaker, place, ...(since && { since }) }) },
          planFor,
        );
  const { before, after } = template.system;
  const marks = { before, after: `${after}${template.cue}` };
  return { behind: { prompt: throughHistory(plan), messages: plan.messages, marks }, plan, template };
}
