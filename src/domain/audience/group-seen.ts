/** A named audience as somebody knows it: what they call it, and the names of those who are in it. */
export interface GroupSeen {
  readonly name: string;
  readonly members: readonly string[];
}
