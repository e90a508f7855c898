import type { Known } from '../../domain/known/known.ts';
import type { AtTheTerminal } from '../../domain/view.ts';
import { directorName } from '../../domain/world/names.ts';
import type { Play } from '../../play/play.ts';
import { flag, name, option } from '../parameters.ts';
import type { Scope } from '../scope.ts';

/** Through whose eyes the state of the fiction is looked at. */
export const eyes = {
  as: option('--as <name>', name, 'as seen by this character; default the played character'),
  all: flag('--all', 'show everything, whoever knows it'),
};

/** Whose eyes were asked for. */
interface Through {
  readonly as?: string | undefined;
  readonly all?: boolean;
}

/** The open chat through these eyes. Throws SottoError for a name that nobody bears. */
export function playThrough({ app, play }: Scope, { as, all = false }: Through): Play {
  const who = all ? directorName : as;
  return who === undefined ? play : app.play(play.state().chat.id, who);
}

/** What is known through these eyes. Throws SottoError for a name that nobody bears. */
export const knownThrough = (scope: Scope, through: Through): Known<AtTheTerminal> =>
  playThrough(scope, through).known();

/** Rows of a label and what is said under it, without those that say nothing. */
export const rows = (all: readonly (readonly [label: string, said: string])[], indent = '  '): string[] =>
  all.filter(([, said]) => said !== '').map(([label, said]) => `${indent}${label}: ${said}`);
