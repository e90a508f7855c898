/** Where a card departs from its specification: an error breaks a "must", a warning a "should". */
export interface LintFinding {
  /** Row of the checklist of specifications, such as `V3-GOG`. */
  readonly id: string;
  readonly level: 'error' | 'warning';
  readonly message: string;
}

/** Takes a finding. */
export type ReportFinding = (id: string, level: LintFinding['level'], message: string) => void;

/** True for a list that holds nothing but strings. */
export const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');
