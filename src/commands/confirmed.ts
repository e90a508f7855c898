import type { App } from '../app/run/app.ts';
import { SottoError } from '../domain/errors.ts';

/** Whether a person says yes to what a script would do. Rejects with SottoError `not_confirmed` where nobody can be asked. */
export async function confirmed({ person }: App, what: string, question: string): Promise<boolean> {
  const answer = await person.ask(`${question} [y/N] `);
  if (answer !== null) return /^y(es)?$/.test(answer);
  const message = `${what} needs a yes; add --yes if nobody can be asked`;
  throw new SottoError('usage', 'not_confirmed', message);
}
