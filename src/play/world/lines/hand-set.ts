import { handSet, type Mind } from '../../../domain/world/mind.ts';
import type { Member } from '../../../domain/world/world.ts';

/** What a question calls a field, where that is not its name. */
const called: Readonly<Record<string, string>> = { demands: 'focus' };

/** What a person has set of these, of the one who is asked (the first part) or of another by name, as a question names it. */
export const handSetIn = (mind: Mind, subjects: readonly string[], of?: Pick<Member, 'name'>): string[] =>
  subjects
    .flatMap((subject) => handSet(mind, subject))
    .map((field) => `${of ? `${JSON.stringify(of.name)} ` : ''}${called[field] ?? field}`);

/** What a question says of that; empty for nothing. */
export const handSetLine = (fields: readonly string[]): string =>
  fields.length === 0 ? '' : ` Set by hand, and so until a line says otherwise: ${fields.join(', ')}.`;

/** A question that ends in `JSON:`, with what a person has set of what it asks for. */
export const withHandSet = (question: string, fields: readonly string[]): string =>
  question.replace(/\nJSON:$/, (end) => `${handSetLine(fields)}${end}`);
