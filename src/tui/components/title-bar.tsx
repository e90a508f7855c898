import type { ReactElement } from 'react';
import { sanitize } from '../../domain/sanitize.ts';
import { directorName } from '../../domain/world/names.ts';
import type { CastMember, PlayState } from '../../play/chat/play-state.ts';
import { cells, shorten } from '../terminal/cells.ts';
import { styled, type Theme } from '../themes/theme.ts';
import { colourOf } from '../transcript/rail.ts';
import { Rows } from './line.tsx';

type TitleBarProps = {
  readonly play: PlayState;
  readonly theme: Theme;
  readonly width: number;
  /** How many it has: in two stands beside who is there also where and when, and how they feel. */
  readonly rows: number;
};

const shownTitle = ({ chat, branch }: PlayState): string =>
  sanitize(branch === 'main' ? chat.title : `${chat.title} · branch ${branch}`);

const isWriting = ({ generating }: PlayState, { id }: CastMember): boolean =>
  generating !== null && typeof generating !== 'string' && generating.speaker.id === id;

const longestMood = 24;

/** How somebody feels, behind their name; '' where that is not known. */
const moodOf = ({ moods }: PlayState, { id }: CastMember): string => {
  const mood = sanitize(moods[id] ?? '');
  return mood === '' ? '' : ` · ${shorten(mood, longestMood)}`;
};

/** A name, and what is known of its bearer now: in few words, or in more where there is room. */
const memberLabel = (play: PlayState, member: CastMember, hasRoom: boolean): string => {
  const name = sanitize(member.name);
  if (isWriting(play, member)) return hasRoom ? `${name} writing…` : `${name} …`;
  if (!play.present.includes(member.id)) return hasRoom ? `(${name} away)` : `${name} (away)`;
  return hasRoom ? `${name}${moodOf(play, member)}` : name;
};

/** Those who are there, as many as fit; a number for the rest. */
const castRow = ({ play, theme, rows }: TitleBarProps, room: number): string => {
  const hasRoom = rows > 1;
  const gap = hasRoom ? 4 : 2;
  const others = play.cast.filter(({ id }) => id !== play.playing.id);
  let row = '';
  let used = 0;
  for (const [index, member] of others.entries()) {
    const label = memberLabel(play, member, hasRoom);
    const left = others.length - index;
    const width = cells(label) + (index === 0 ? 0 : gap);
    if (used + width + (left > 1 ? 4 : 0) > room) return `${row}${styled(theme.dim, ` +${left}`)}`;
    const colour = colourOf(member.id, { cast: play.cast, theme });
    const isHere = play.present.includes(member.id);
    const [name, rest] = [sanitize(member.name), label.slice(sanitize(member.name).length)];
    const shown = isHere ? `${styled(colour, name)}${styled(theme.dim, rest)}` : styled(theme.dim, label);
    row += `${index === 0 ? '' : ' '.repeat(gap)}${shown}`;
    used += width;
  }
  return row;
};

/** Where and when it is, and the weather, as far as these are known, in so many cells; what fits no more is left out. */
const sceneRow = ({ setting }: PlayState, room: number): string => {
  const parts = [setting.place, setting.time, setting.weather].map((part) => sanitize(part));
  let row = '';
  for (const part of parts.filter((one) => one !== '')) {
    const next = row === '' ? part : `${row} · ${part}`;
    if (cells(next) > room) return row === '' ? shorten(part, Math.max(0, room)) : row;
    row = next;
  }
  return row;
};

/** The persona that is worn, where it is called otherwise than who wears it. */
const wornBy = ({ persona, playing }: PlayState): string =>
  persona === null || persona === playing.name ? '' : ` (${sanitize(persona)})`;

/** Whom the human plays, or that they only look on. */
const youIn = (play: PlayState): string => {
  const isDirector = play.playing.id === directorName;
  if (play.isOnlooker)
    return `meanwhile: looking on as ${isDirector ? 'everyone' : sanitize(play.playing.name)}`;
  return isDirector ? 'director' : `you are ${sanitize(play.playing.name)}${wornBy(play)}`;
};

/** Two things in a row, the second at its end. */
const ends = (left: string, right: string, width: number): string => {
  const between = Math.max(0, width - 2 - cells(left) - cells(right));
  return ` ${left}${' '.repeat(between)}${right}`;
};

const inOneRow = (props: TitleBarProps): string[] => {
  const { play, theme, width } = props;
  const who = shorten(youIn(play), Math.floor(width / (play.isOnlooker ? 2 : 3)));
  const beside = cells(who) + cells(castRow(props, Number.POSITIVE_INFINITY)) + 8;
  const title = shorten(shownTitle(play), Math.max(Math.floor(width / 3), width - beside));
  const room = width - cells(title) - cells(who) - 8;
  const left = `${styled(theme.strong, title)}${styled(theme.dim, ` · ${who}`)}`;
  return [ends(left, room < 3 ? '' : castRow(props, room), width)];
};

const inTwoRows = (props: TitleBarProps): string[] => {
  const { play, theme, width } = props;
  const title = shorten(shownTitle(play), Math.floor(width / 2));
  const scene = sceneRow(play, width - cells(title) - 6);
  const who = shorten(`${youIn(play)}${moodOf(play, play.playing)}`, Math.floor(width / 2));
  const room = width - cells(who) - 6;
  return [
    ends(styled(theme.strong, title), styled(theme.dim, scene), width),
    ends(styled(theme.dim, who), castRow(props, room), width),
  ];
};

/** What stands above the page: what is played, where and when it is, as whom, and who is there; what is not perceived is not there. */
export const TitleBar = (props: TitleBarProps): ReactElement => (
  <Rows rows={props.rows > 1 ? inTwoRows(props) : inOneRow(props)} />
);
