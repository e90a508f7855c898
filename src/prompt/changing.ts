import { substitute } from '../cards/substitute.ts';
import type { Epoch } from '../domain/world.ts';
import type { PromptInput } from './input.ts';
import { harmless, renderLine } from './lines.ts';
import { defuse } from './template/control.ts';
import type { Draft } from './turns.ts';

/** A draft that may stand at a place of its own in the history. */
export type LiveDraft = Draft & { readonly depth?: number };

const pinsDraft = (input: PromptInput, ids: readonly string[], zone: 'epoch' | 'live'): Draft[] => {
  const pinned = ids.flatMap((id) => input.view.find(id) ?? []);
  if (pinned.length === 0) return [];
  const lines = pinned.map((message) => renderLine(input, message)).join('\n');
  const text = `${input.speaker.name} remembers well:\n${lines}`;
  const source = pinned.map(({ id }) => id).join(' ');
  return [{ name: 'pins', zone, tier: 'should', source, reason: 'pinned', text }];
};

const inserted = (input: PromptInput, wanted: 'epoch' | 'live'): LiveDraft[] =>
  input.inserts
    .filter(({ zone }) => zone === wanted)
    .map((insert) => ({ ...insert, text: harmless(input, insert.text.trim()) }));

const chatStart = ({ layout }: PromptInput): Draft[] => {
  const { chatStart: text = '', name: source = '' } = layout.context ?? {};
  if (text.trim() === '') return [];
  return [{ name: 'chat start', zone: 'epoch', tier: 'must', source, reason: 'context template', text }];
};

/** What stays the same until the window is trimmed: the pins of the time when it was, and what else is of that kind. */
export const draftEpoch = (input: PromptInput, epoch: Epoch | null): Draft[] => {
  const pins = epoch ? epoch.pins.filter((id) => input.pins.includes(id)) : input.pins;
  return [...pinsDraft(input, pins, 'epoch'), ...inserted(input, 'epoch'), ...chatStart(input)];
};

/** What may be another with every prompt: pins made since the epoch began, notes, lore. */
export const draftLive = (input: PromptInput, epoch: Epoch | null): LiveDraft[] => {
  const since = epoch ? input.pins.filter((id) => !epoch.pins.includes(id)) : [];
  return [...pinsDraft(input, since, 'live'), ...inserted(input, 'live')];
};

/** The card's post-history instructions, right before the reply. */
export const draftReminder = (input: PromptInput): Draft[] => {
  const { speaker, character, userName } = input;
  const names = { char: character?.nickname || speaker.name, user: userName };
  const instructions = character?.postHistoryInstructions.replace(/\{\{original\}\}/gi, '') ?? '';
  const reminder = harmless(input, substitute(instructions, names).trim());
  if (reminder === '') return [];
  const reason = 'post-history instructions';
  const source = `card of ${speaker.name}`;
  return [{ name: 'reminder', zone: 'live', tier: 'must', source, reason, text: `[${reminder}]` }];
};

/** Whose line comes next, and how it begins when it is gone on with. */
export const draftCue = (input: PromptInput): Draft => {
  const { speaker, continues, layout } = input;
  const begun = continues ? ` ${harmless(input, continues.text)}` : '';
  const request = continues
    ? `[Go on with this line of ${speaker.name} exactly where it ends:${begun}]`
    : `[Write ${speaker.name}'s next line, without the name.]`;
  const text = layout.isChat ? request : `${defuse(speaker.name, layout.template)}:${begun}`;
  return { name: 'cue', zone: 'live', tier: 'must', source: 'sotto', reason: 'whose line comes next', text };
};
