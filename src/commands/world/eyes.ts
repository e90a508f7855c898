import { directorName } from '../../domain/world/names.ts';
import type { Play } from '../../play/play.ts';
import type { WorldPlay } from '../../play/world/world-play.ts';
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

/** The world of the open chat through these eyes. Throws SottoError for a name that nobody bears. */
export const worldThrough = (scope: Scope, through: Through): WorldPlay => playThrough(scope, through).world;

/** The world through the eyes of one of the cast; undefined = of whom this terminal plays. */
export const worldOfMind = (scope: Scope, who: string | undefined): WorldPlay =>
  worldThrough(scope, { as: who });

/** Rows of a label and what is said under it, without those that say nothing. */
export const rows = (all: readonly (readonly [label: string, said: string])[], indent = '  '): string[] =>
  all.filter(([, said]) => said !== '').map(([label, said]) => `${indent}${label}: ${said}`);
