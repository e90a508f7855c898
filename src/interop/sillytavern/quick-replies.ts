import * as z from 'zod';
import { SottoError } from '../../domain/errors.ts';
import { type Fields, fieldsOf, isFields, without } from '../../domain/json/fields.ts';

/** A text that a word calls up: said in the chat, or run when it is a command. */
export interface QuickReply {
  readonly label: string;
  /** What the button's title says. */
  readonly title: string;
  readonly message: string;
  /** Not in lists. */
  readonly hidden: boolean;
  /** False = the message is put into the line to be written, and waits for the human. */
  readonly sends: boolean;
}

/** A set of quick replies of SillyTavern, its other fields, and what the person should know. */
export interface QuickReplySet {
  readonly name: string;
  readonly replies: readonly QuickReply[];
  readonly foreign: Fields;
  readonly warnings: readonly string[];
}

const most = 500;
const text = z.string().max(100_000).nullish();
const flag = z.boolean().nullish();

const newer = z.object({
  name: text,
  disableSend: flag,
  qrList: z
    .array(z.object({ label: text, title: text, message: text, isHidden: flag, icon: text }))
    .max(most),
});
const older = z.object({
  name: text,
  quickReplySlots: z.array(z.object({ mes: text, label: text, enabled: flag })).max(most),
});

const wrong = (issues: readonly z.core.$ZodIssue[]): SottoError => {
  const field = issues[0]?.path.join('.') || 'the whole';
  const message = `it is not a set of quick replies: ${field} is missing or of the wrong kind; export it again`;
  return new SottoError('usage', 'not_quick_replies', message);
};

const events = /^executeOn|^executeBefore/;

function warningsOf(replies: unknown): string[] {
  const all = Array.isArray(replies) ? replies.filter(isFields) : [];
  const isAutomatic = (one: Fields) =>
    Object.entries(one).some(([key, value]) => events.test(key) && value === true);
  const automatic = all.filter(isAutomatic).length;
  const nested = all.filter(({ contextList }) => Array.isArray(contextList) && contextList.length > 0).length;
  return [
    ...(automatic > 0
      ? [`${automatic} quick replies would run automatically: here they run only when you use them`]
      : []),
    ...(nested > 0 ? [`${nested} quick replies have menus of other sets: kept but not shown`] : []),
  ];
}

function readNewer(value: Fields): QuickReplySet {
  const read = newer.safeParse(value);
  if (!read.success) throw wrong(read.error.issues);
  const { name, qrList, disableSend } = read.data;
  const replies = qrList.map(({ label, title, message, isHidden }) => ({
    label: label ?? '',
    title: title ?? '',
    message: message ?? '',
    hidden: isHidden === true,
    sends: disableSend !== true,
  }));
  const warnings = warningsOf(value.qrList);
  return { name: name ?? '', replies, foreign: without(value, ['name']), warnings };
}

function readOlder(value: Fields): QuickReplySet {
  const read = older.safeParse(value);
  if (!read.success) throw wrong(read.error.issues);
  const { name, quickReplySlots } = read.data;
  const sends = value.quickActionEnabled !== false;
  const replies = quickReplySlots.map(({ mes, label, enabled }) => ({
    label: label ?? '',
    title: '',
    message: mes ?? '',
    hidden: enabled === false,
    sends,
  }));
  return { name: name ?? '', replies, foreign: without(value, ['name']), warnings: [] };
}

/** A set of quick replies, of the present or the old form. Throws SottoError `not_quick_replies`. */
export function readQuickReplies(value: unknown): QuickReplySet {
  const fields = fieldsOf(value);
  return 'quickReplySlots' in fields ? readOlder(fields) : readNewer(fields);
}
