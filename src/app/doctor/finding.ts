import type { JsonLine, Output } from '../../cli/output.ts';
import type { Probe } from '../../inference/backend.ts';

/** One thing that was looked at: what was found, and what to do about it where it is not as it should be. */
export interface Finding {
  /** One word for people. */
  readonly name: string;
  readonly ok: boolean;
  readonly finding: string;
  /** Empty when nothing is to be done. */
  readonly remedy: string;
}

const nameWidth = 12;

const lines = ({ name, finding, remedy }: Omit<Finding, 'ok'>): string => {
  const indent = ' '.repeat(nameWidth);
  const advice = remedy === '' ? [] : [`${indent}${remedy}`];
  return [`${name.padEnd(nameWidth)}${finding}`, ...advice].join('\n');
};

/** The message of an error as what was found and what to do about it. */
export function inTwo(message: string): Pick<Finding, 'finding' | 'remedy'> {
  const [finding = message, remedy = ''] = message.split(/; (?=[^;]*$)/);
  return { finding, remedy };
}

/** Prints a finding: an object of type `check` with `--json`, or one with a shape of its own. */
export function printFinding(out: Output, finding: Finding, line?: JsonLine): void {
  out.result(line ?? { type: 'check', ...finding }, () => lines(finding));
}

/** Prints what a look at a server found. */
export function printProbe(out: Output, name: string, probe: Probe): void {
  const { kind, url, model, ok } = probe;
  const who = [kind, model === kind ? '' : model].filter((part) => part !== '').join(' ');
  const finding = `${who}${url && ` at ${url}`}: ${probe.finding}`;
  printFinding(out, { name, ok, finding, remedy: probe.remedy }, { type: 'probe', ...probe });
}
