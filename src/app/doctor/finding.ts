import type { Probe } from '../../inference/backend.ts';

/** One thing that was looked at: what was found, and what to do about it where it is not as it should be. */
export interface Finding {
  /** One word for people. */
  readonly name: string;
  readonly ok: boolean;
  readonly finding: string;
  /** Empty when nothing is to be done. */
  readonly remedy: string;
  /** All that is known of it, for a script, where that is more. */
  readonly details?: { readonly type: string } & Readonly<Record<string, unknown>>;
}

/** The message of an error as what was found and what to do about it. */
export function inTwo(message: string): Pick<Finding, 'finding' | 'remedy'> {
  const [finding = message, remedy = ''] = message.split(/; (?=[^;]*$)/);
  return { finding, remedy };
}

/** What a look at a server found. */
export function probeFinding(name: string, probe: Probe): Finding {
  const { kind, url, model, ok, remedy } = probe;
  const who = [kind, model === kind ? '' : model].filter((part) => part !== '').join(' ');
  const finding = `${who}${url && ` at ${url}`}: ${probe.finding}`;
  return { name, ok, finding, remedy, details: { type: 'probe', ...probe } };
}
