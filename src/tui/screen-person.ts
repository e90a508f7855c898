import type { Person } from '../app/run/person.ts';

/** Whoever sits at the screen: is told on it and edits outside of it, and is asked by panels alone. */
export const screenPerson = (
  tell: (text: string) => void,
  edit: (text: string, file: string) => Promise<string | null>,
): Person => ({
  canAnswer: false,
  ask: async () => null,
  input: async () => '',
  watch: (work) => work({ step: () => undefined }),
  tell,
  edit,
});
