import { type Command, define } from '../command.ts';
import { argument, flag, onlyIn, word } from '../parameters.ts';
import { notice } from '../show.ts';

const all = onlyIn('script', flag('--all', 'with every prompt and answer, whoever they belong to'));
const indented = (text: string): string => text.trim().replace(/^/gm, '    ');

const failures = define({
  name: 'failures',
  group: 'upkeep',
  summary: 'what small models did not answer, with prompt and raw answer where they are yours',
  chat: 'option',
  as: 'as this character knows of them, * = everyone',
  parameters: { all },
  *run({ play }, { all }) {
    yield* play.failures({ all: all === true });
  },
  json: (failure) => ({ type: 'failure', ...failure }),
  text: ({ id, at, kind, model, reason, prompt, raw }) =>
    [
      `${id}  ${at.slice(0, 16).replace('T', ' ')}  ${kind}${model === '' ? '' : ` (${model})`}: ${reason}`,
      ...(prompt === '' ? [] : [`  asked:\n${indented(prompt)}`]),
      ...(raw.trim() === '' ? [] : [`  answered:\n${indented(raw)}`]),
    ].join('\n'),
});

const retry = define({
  name: 'retry',
  group: 'upkeep',
  summary: 'ask again what a small model did not answer',
  chat: 'option',
  as: 'as this character knows of it, * = everyone',
  parameters: { id: argument('<id>', word), all },
  run: ({ play }, { id, all }) => play.retry(id, { all: all === true }),
  json: (retried) => ({ type: 'retried', ...retried }),
  text: ({ model, answer }) =>
    answer === null ? `${model} has answered now` : `${model} answers ${JSON.stringify(answer)}`,
  screen: { show: ([retried]) => (retried ? notice(`${retried.model} has answered now`) : null) },
});

/** Commands about what the classifier did not answer. */
export const failing: readonly Command[] = [failures, retry];
