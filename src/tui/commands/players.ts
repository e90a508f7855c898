import { SottoError } from '../../domain/errors.ts';
import type { CastMember, PlayState } from '../../play/chat/play-state.ts';
import { textPanel } from '../panels/state.ts';
import { namesAndText, takeNames } from './arguments.ts';
import type { Command } from './command.ts';

/** A character with the human who plays it, where one is named: `Bob (Ann)`. */
export const withPlayer = ({ id, name }: CastMember, { players }: Pick<PlayState, 'players'>): string =>
  players[id] === undefined ? name : `${name} (${players[id]})`;

const player: Command = {
  name: 'player',
  args: '[NAME PLAYER|-]',
  help: 'say which human plays NAME; - gives NAME back to the model',
  async run({ play, show, notify }, args) {
    const state = play.state();
    if (args === '') {
      const rows = state.cast.filter(({ id }) => state.players[id] !== undefined);
      const lines = rows.map(({ id, name }) => `${state.players[id]} plays ${name}`);
      show(textPanel('Players', lines.length === 0 ? ['no player is named yet'] : lines));
      return;
    }
    const usage = '/player NAME PLAYER, or /player NAME -';
    const { name, text: human } = namesAndText(args, state.cast, usage);
    await play.setPlayer(name, human === '-' ? null : human);
    notify(human === '-' ? `${name} has no player now` : `${human} plays ${name}`);
  },
};

/** Who comes after the one that is played, among those who have a player, round and round. */
const nextWithPlayer = ({ cast, playing, players }: PlayState): CastMember => {
  const at = cast.findIndex(({ id }) => id === playing.id);
  const round = [...cast.slice(at + 1), ...cast.slice(0, Math.max(0, at))];
  const next = round.find(({ id }) => players[id] !== undefined);
  if (next) return next;
  const message =
    'no other character has a player; /player NAME PLAYER names one, /pass NAME goes to anybody';
  throw new SottoError('usage', 'no_other_player', message);
};

const pass: Command = {
  name: 'pass',
  args: '[NAME]',
  help: 'hide the screen until whoever plays NAME, or the next player, takes it (F4)',
  run({ play, hide }, args) {
    const state = play.state();
    const name = takeNames(args, state.cast).names[0] ?? args;
    const member =
      args === '' ? nextWithPlayer(state) : (state.cast.find((one) => one.name === name) ?? null);
    hide(member?.name ?? name, member && (state.players[member.id] ?? null));
  },
};

/** Commands about the humans at one screen. */
export const playerCommands: readonly Command[] = [player, pass];
