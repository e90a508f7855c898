import { failuresSeen, type Retried, retry } from '../../play/director/failures.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, onlyIn, word } from '../parameters.ts';
import { notice } from '../shown/show.ts';

const all = onlyIn('script', flag('--all', 'show everything, whoever it is about'));
const answered = onlyIn('script', flag('--answered', 'show failed calls that a retry has answered since'));
const indented = (text: string): string => text.trim().replace(/^/gm, '    ');

const failures = define({
  name: 'failures',
  group: 'upkeep',
  summary: 'list failed classifier calls, with prompt and raw answer',
  empty: 'no failed classifier calls: questions that no model answered would be listed here with the reason',
  chat: 'option',
  as: 'as this character knows of them, * = everyone',
  parameters: { all, answered },
  *run({ play }, { all, answered }) {
    yield* failuresSeen(play.chat, { all: all === true, answered: answered === true });
  },
  json: (failure) => ({ type: 'failure', ...failure }),
  text: ({ id, at, kind, model, reason, prompt, raw, answer }) =>
    [
      `${id}  ${at.slice(0, 16).replace('T', ' ')}  ${kind}${model === '' ? '' : ` (${model})`}: ${reason}`,
      ...(prompt === '' ? [] : [`  asked:\n${indented(prompt)}`]),
      ...(raw.trim() === '' ? [] : [`  answered:\n${indented(raw)}`]),
      ...(answer === undefined
        ? []
        : [`  retried: ${answer === null ? 'by its job' : JSON.stringify(answer)}`]),
    ].join('\n'),
});

/** What asking again has done, in a line. */
function becameOf({ became, model, answer, of }: Retried): string {
  const turn = of === null ? 'its turn' : `turn ${of}`;
  const said = `${model} answers ${JSON.stringify(answer)}`;
  switch (became) {
    case 'outcome':
      return `${said}; saved with ${turn}, and nothing already said changes`;
    case 'known':
      return `${turn} has been judged in the meantime${answer === null ? '' : `: ${JSON.stringify(answer)}`}; no model was asked`;
    case 'job':
      return `the job of ${turn} is queued again; \`sotto settle\` runs it`;
    case 'alone':
      return `${said}; it belongs to no turn, so nothing changes`;
  }
}

const again = define({
  name: 'retry',
  group: 'upkeep',
  summary: 'retry a failed classifier call',
  chat: 'option',
  as: 'as this character knows of it, * = everyone',
  parameters: { id: argument('<id>', word), all },
  run: ({ play }, { id, all }) => retry(play.chat, id, { all: all === true }),
  json: (retried) => ({ type: 'retried', ...retried }),
  text: becameOf,
  screen: { show: ([retried]) => (retried ? notice(becameOf(retried)) : null) },
});

/** Commands about what the classifier did not answer. */
export const failing: readonly Command[] = [failures, again];
