import { examineAll } from '../../app/doctor/doctor.ts';
import { define } from '../command.ts';

const nameWidth = 12;

/** `doctor`: what sotto needs, looked at. */
export const doctor = define({
  name: 'doctor',
  group: 'upkeep',
  summary: 'what is there, what is missing, what to do',
  parameters: {},
  run: ({ app }) => examineAll(app),
  json: ({ details, ...finding }) => details ?? { type: 'check', ...finding },
  text({ name, finding, remedy }) {
    const advice = remedy === '' ? [] : [`${' '.repeat(nameWidth)}${remedy}`];
    return [`${name.padEnd(nameWidth)}${finding}`, ...advice].join('\n');
  },
  only: {
    side: 'script',
    why: 'it is for when the screen does not open, and its exit code says what is wrong',
  },
});
