import type { NewEvent } from '../events/events.ts';

/** Why a command is refused; nothing is stored then. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** The events that a command causes, or why it is refused. */
export type Decision = { readonly events: readonly NewEvent[] } | { readonly refused: Refusal };

/** A refusal as a decision. */
export const refuse = (code: string, message: string): Decision => ({ refused: { code, message } });

/** Whether something that was looked for is the reason why it is refused. */
export const isRefusal = <T extends object>(found: T | Refusal): found is Refusal =>
  'code' in found && 'message' in found;
