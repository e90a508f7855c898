/** Where a card departs from its specification: an error breaks a "must", a warning a "should". */
export interface Departure {
  /** Row of the checklist of specifications, such as `V3-GOG`. */
  readonly id: string;
  readonly level: 'error' | 'warning';
  readonly message: string;
}

/** Takes note of a departure. */
export type Note = (id: string, level: Departure['level'], message: string) => void;

/** True for a list that holds nothing but strings. */
export const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');
