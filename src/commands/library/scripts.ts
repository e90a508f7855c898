import { type Brought, scriptsOf, scriptsOfCard } from '../../app/cards/brought-scripts.ts';
import type { App } from '../../app/run/app.ts';
import { SottoError } from '../../domain/errors.ts';
import type { LibraryCard } from '../../play/new-chat.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, nameOf } from '../parameters.ts';
import { notice } from '../shown/show.ts';

const means = 'They change messages on their way: what is kept, shown or sent.';

const question = ({ name, count }: Pick<Brought, 'name' | 'count'>): string =>
  `Run the ${count === 1 ? 'regex script' : `${count} regex scripts`} of ${name}?`;

/** Where a person reads what the scripts of a card are, and says whether they run. */
export const scriptsHint = ({ name }: Pick<Brought, 'name'>): string =>
  `the regex scripts of ${name} do not run until you agree: \`sotto scripts ${/\s/.test(name) ? `"${name}"` : name}\``;

/** The scripts of these cards to which a person has said nothing yet. */
export const unanswered = (app: App, cards: readonly LibraryCard[]): Brought[] =>
  cards.flatMap((card) => scriptsOfCard(app, card) ?? []).filter(({ answer }) => answer === null);

/** Shows the scripts of these cards to whom they are new and asks whether they run; where nobody can be asked they do not. */
export async function askScripts(app: App, cards: readonly LibraryCard[]): Promise<void> {
  for (const brought of unanswered(app, cards)) {
    if (!app.person.canAnswer) {
      app.person.tell(scriptsHint(brought));
      continue;
    }
    for (const line of [...brought.lines, means]) app.person.tell(line);
    const said = await app.person.ask(`${question(brought)} [y/N] `);
    if (said !== null) brought.settle(/^y(es)?$/.test(said) ? 'yes' : 'no');
  }
}

function answerIn({ yes, no }: { readonly yes: boolean; readonly no: boolean }): 'yes' | 'no' | null {
  if (yes && no)
    throw new SottoError('usage', 'bad_options', '--yes and --no contradict each other: give one of them');
  return yes ? 'yes' : no ? 'no' : null;
}

const states = { yes: 'they run', no: 'they do not run', undecided: 'they do not run until you agree' };

const scripts = define({
  name: 'scripts',
  group: 'library',
  summary: 'show the regex scripts of a card or a preset, and say whether they run',
  notes:
    'A yes is for the scripts as they are now: when a card comes in with other scripts, you are asked again.',
  parameters: {
    name: argument('<name>', nameOf('card')),
    yes: flag('--yes', 'let them run'),
    no: flag('--no', 'do not let them run'),
  },
  async run({ app, side }, { name, yes, no }) {
    const brought = scriptsOf(app, name);
    let answer = answerIn({ yes, no });
    if (answer === null && brought.answer === null && side === 'script' && app.person.canAnswer) {
      for (const line of [...brought.lines, means]) app.person.tell(line);
      const said = await app.person.ask(`${question(brought)} [y/N] `);
      if (said !== null) answer = /^y(es)?$/.test(said) ? 'yes' : 'no';
    }
    if (answer !== null) brought.settle(answer);
    return { ...brought, answer: answer ?? brought.answer };
  },
  json: ({ name, count, answer, lines }) => ({ type: 'scripts', name, count, answer, lines }),
  text: ({ lines, answer, name }) => [...lines, `${name}: ${states[answer ?? 'undecided']}`].join('\n'),
  screen: {
    usage: 'CARD',
    ask({ app }, { name, yes, no }, again) {
      if (name === undefined || yes || no) return null;
      const brought = scriptsOf(app, name);
      const answers = [
        { key: 'y', label: 'run them', call: again({ name, yes: true }, true) },
        { key: 'o', label: 'keep them off', call: again({ name, no: true }, true) },
      ];
      const lines = [means, `Now ${states[brought.answer ?? 'undecided']}; d shows them.`];
      return {
        type: 'question',
        tone: 'calm',
        title: question(brought),
        lines,
        details: brought.lines,
        answers,
      };
    },
    show([done]) {
      return done ? notice(`${done.name}: ${states[done.answer ?? 'undecided']}`) : null;
    },
  },
});

/** Commands about the scripts that cards and presets bring. */
export const broughtScripts: readonly Command[] = [scripts];
