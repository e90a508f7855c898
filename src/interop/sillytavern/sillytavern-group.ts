import * as z from 'zod';
import { SottoError } from '../../domain/errors.ts';
import type { Strategy } from '../../domain/events/events.ts';
import { type Fields, fieldsOf, isFields } from '../../domain/json/fields.ts';

const names = z.array(z.string()).max(1000).default([]);
const shape = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  name: z.string().default(''),
  members: names,
  disabled_members: names,
  chat_id: z.union([z.string(), z.number()]).transform(String).nullish(),
  chats: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
});

/** A group of SillyTavern: who is in it, by the file names of their cards, and its chats, by theirs. */
export interface SillyTavernGroup {
  readonly name: string;
  readonly members: readonly string[];
  readonly chats: readonly string[];
  /** All of it, as it came: who speaks when, and what else sotto has no place for. */
  readonly foreign: Readonly<Record<string, unknown>>;
}

/** Reads a file of SillyTavern's `groups` folder. Throws SottoError `not_a_group` with the field that is wrong. */
export function readGroup(value: unknown): SillyTavernGroup {
  const read = shape.safeParse(value);
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') || 'the whole';
    const message = `it is not a group: ${field} is missing or of the wrong kind; its chats are imported without it`;
    throw new SottoError('usage', 'not_a_group', message);
  }
  const { id, name, members, chats, chat_id } = read.data;
  const own = [...chats, ...(chat_id == null ? [] : [chat_id]), ...(chats.length === 0 ? [id] : [])];
  return { name, members, chats: [...new Set(own)], foreign: value as Record<string, unknown> };
}

/** The header of a group's chat as versions before 1.15 kept it: in the group's file, of the chats before too. */
export function headerInGroup({ foreign }: Pick<SillyTavernGroup, 'foreign'>, chat: string): Fields {
  const { chat_id, chat_metadata: current, past_metadata } = foreign;
  const chat_metadata = String(chat_id) === chat ? current : fieldsOf(past_metadata)[chat];
  return isFields(chat_metadata) ? { chat_metadata } : {};
}

/** Who answers in a group, as sotto says it. */
export interface GroupDirector {
  readonly strategy: Strategy;
  readonly selfReply: boolean;
  /** File names of the cards of those who are never chosen. */
  readonly disabled: readonly string[];
}

/** SillyTavern's numbers for them, from 0. */
const strategies: readonly Strategy[] = ['natural', 'list', 'manual', 'pooled'];

/** Reads from a group how it is decided who answers; what is missing or strange is as usual. */
export const groupDirector = ({ foreign }: Pick<SillyTavernGroup, 'foreign'>): GroupDirector => {
  const { activation_strategy: number, allow_self_responses: self, disabled_members: disabled } = foreign;
  return {
    strategy: (typeof number === 'number' && strategies[number]) || 'natural',
    selfReply: self === true,
    disabled: names.safeParse(disabled).data ?? [],
  };
};

/** Who answers, in the words of a group's file. */
export const groupFields = ({ strategy, selfReply, disabled }: GroupDirector): object => ({
  activation_strategy: Math.max(0, strategies.indexOf(strategy)),
  allow_self_responses: selfReply,
  disabled_members: disabled,
});
