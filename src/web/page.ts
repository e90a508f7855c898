/** A page as text. */
export interface Page {
  readonly title: string;
  readonly text: string;
}
