import { SottoError } from '../../domain/errors.ts';
import { directorName } from '../../domain/world/names.ts';
import type { CastMember, PlayState } from '../../play/chat/play-state.ts';
import { type Command, define } from '../command.ts';
import { argument, name, nameOf, onlyIn, option, word } from '../parameters.ts';
import { list, notice, page } from '../shown/show.ts';
import { missing } from '../values.ts';

/** A character with the human who plays it, where one is named: `Bob (Ann)`. */
const withPlayer = ({ id, name: called }: CastMember, { players }: Pick<PlayState, 'players'>): string =>
  players[id] === undefined ? called : `${called} (${players[id]})`;

const as = define({
  name: 'as',
  group: 'talking',
  synonyms: ['play', 'character', 'switch', 'user'],
  summary:
    'play this character from now on and see what it perceived; without a name, show whom you play (F2, * looks on)',
  chat: 'option',
  parameters: {
    name: argument('[name]', name),
    persona: onlyIn('script', option('--persona <name>', nameOf('persona'), 'use this persona')),
  },
  async run({ side, play }, { name: wanted, persona }) {
    if (wanted === undefined && persona === undefined) return play.state().playing.name;
    if (side === 'script' && wanted?.trim() === directorName) {
      const message = `you cannot play ${directorName}; see everything with \`sotto log --all\``;
      throw new SottoError('usage', 'not_a_role', message);
    }
    await play.playAs(wanted ?? play.state().playing.name, persona);
    return play.state().playing.name;
  },
  json: (playing) => ({ type: 'as', playing }),
  text: (playing) => `you play ${playing}`,
  screen: {
    ask({ play }, { name: wanted }, again) {
      if (wanted !== undefined) return null;
      const state = play.state();
      const { cast, playing } = state;
      const rows = cast.map((one) => ({ label: withPlayer(one, state), call: again({ name: one.name }) }));
      return list(
        'Write as',
        rows,
        cast.findIndex(({ id }) => id === playing.id),
      );
    },
    show: ([playing = '']) =>
      notice(
        playing === directorName
          ? 'looking on as everyone; /as NAME returns to a character'
          : `writing as ${playing}`,
      ),
  },
});

/** Who plays a character; empty when nobody in particular does. */
interface Played {
  readonly character: string;
  readonly player: string;
}

const player = define({
  name: 'player',
  group: 'talking',
  synonyms: ['human', 'multiplayer'],
  summary: 'set or show which person plays a character; - for none',
  chat: 'option',
  parameters: { name: argument('<name>', name), player: argument('[player]', word) },
  async run({ app, play, side }, { name: wanted, player: human }): Promise<Played> {
    if (human !== undefined) await play.setPlayer(wanted, human === '-' ? null : human);
    if (side === 'screen') return { character: wanted, player: human === '-' ? '' : (human ?? '') };
    const { playing, players } = app.play(play.state().chat.id, wanted).state();
    return { character: playing.name, player: players[playing.id] ?? '' };
  },
  json: (found) => ({ type: 'player', ...found }),
  text: ({ character, player: human }) =>
    human === '' ? `no player is named for ${character}` : `${human} plays ${character}`,
  screen: {
    ask({ play }, { name: wanted, player: human }) {
      if (wanted !== undefined && human === undefined) missing('/player NAME PLAYER, or /player NAME -');
      if (wanted !== undefined) return null;
      const { cast, players } = play.state();
      const rows = cast.filter(({ id }) => players[id] !== undefined);
      const lines = rows.map(({ id, name: called }) => `${players[id]} plays ${called}`);
      return page('Players', lines.length === 0 ? ['no players are named'] : lines);
    },
    show: ([found], _, { player: human }) =>
      found
        ? notice(human === '-' ? `${found.character} has no player now` : `${human} plays ${found.character}`)
        : null,
  },
});

/** Who comes after the one that is played, among those who have a player, round and round. */
const nextWithPlayer = ({ cast, playing, players }: PlayState): CastMember => {
  const at = cast.findIndex(({ id }) => id === playing.id);
  const round = [...cast.slice(at + 1), ...cast.slice(0, Math.max(0, at))];
  const next = round.find(({ id }) => players[id] !== undefined);
  if (next) return next;
  const message =
    'no other character has a player; /player NAME PLAYER names one, /pass NAME passes to anybody';
  throw new SottoError('usage', 'no_other_player', message);
};

/** To whom the keyboard is passed, and by which human that one is played, where one is named. */
interface Passed {
  readonly to: string;
  readonly player: string | null;
}

const pass = define({
  name: 'pass',
  group: 'the screen',
  synonyms: ['hotseat', 'multiplayer', 'keyboard'],
  summary: 'hide the screen until the player of NAME, or the next player, takes over (F4)',
  parameters: { name: argument('[name]', name) },
  run({ play }, { name: wanted }): Passed {
    const state = play.state();
    const to = wanted === undefined ? nextWithPlayer(state) : state.cast.find((one) => one.name === wanted);
    return { to: to?.name ?? wanted ?? '', player: (to && state.players[to.id]) ?? null };
  },
  screen: {
    show([found], scope) {
      if (found) scope.hide(found.to, found.player);
      return null;
    },
  },
  only: { side: 'screen', why: 'it hides what the screen shows' },
});

/** Commands about whom the human plays, and which human plays whom. */
export const playing: readonly Command[] = [as, player, pass];
