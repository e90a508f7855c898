import { examineAll } from '../../app/doctor/doctor.ts';
import type { Finding } from '../../app/doctor/finding.ts';
import type { App } from '../../app/run/app.ts';
import { isSottoError } from '../../domain/errors.ts';
import { define } from '../command.ts';

const nameWidth = 12;

/** What is seen on a screen: it has its terminal, and nobody reads an exit code of what is wrong. */
async function* seen(app: App): AsyncGenerator<Finding> {
  try {
    for await (const finding of examineAll(app)) if (finding.name !== 'terminal') yield finding;
  } catch (error) {
    if (!isSottoError(error)) throw error;
  }
}

/** `doctor`: what sotto needs, looked at. */
export const doctor = define({
  name: 'doctor',
  group: 'upkeep',
  synonyms: ['check', 'problems', 'status'],
  summary: 'check the setup: what works, what is missing, what to do',
  parameters: {},
  run: ({ app, side }) => (side === 'screen' ? seen(app) : examineAll(app)),
  json: ({ details, ...finding }) => details ?? { type: 'check', ...finding },
  text({ name, finding, remedy }) {
    const advice = remedy === '' ? [] : [`${' '.repeat(nameWidth)}${remedy}`];
    return [`${name.padEnd(nameWidth)}${finding}`, ...advice].join('\n');
  },
});
