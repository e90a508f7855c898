import type { ThemeFile } from '../../app/files/theme-files.ts';
import { hasKittyLetters } from '../../commands/portrait/kitty.ts';
import { SottoError } from '../../domain/errors.ts';
import { nearest } from '../../domain/nearest.ts';
import { sanitize } from '../../domain/sanitize.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { canLink } from '../terminal/links.ts';
import { type BuiltIn, builtIn } from './built-in.ts';
import { ownTheme } from './own.ts';
import { depthOf } from './style.ts';
import { type Canvas, painted, styled, type Theme } from './theme.ts';
import type { ThemeWords } from './words.ts';

const isBuiltIn = (name: string): name is BuiltIn => Object.hasOwn(builtIn, name);

/** The theme that the screen wears, and those that it may. */
export class Looks {
  readonly #own: () => readonly ThemeFile[];
  readonly #isPlain: boolean;
  readonly #drawsPictures: boolean;
  #canvas: Canvas;
  #words: ThemeWords = builtIn.auto;
  #name = 'auto';
  #theme: Theme | null = null;

  /** `own` lists the human's own themes; with NO_COLOR in the environment all look plain; without portraits names have initials. */
  constructor(
    env: Readonly<Record<string, string | undefined>>,
    own: () => readonly ThemeFile[] = () => [],
    hasPortraits = true,
  ) {
    this.#own = own;
    this.#isPlain = Boolean(env.NO_COLOR);
    const links = !env.NO_COLOR && canLink(env);
    this.#canvas = { depth: depthOf(env), background: null, links, isBare: !hasPortraits };
    this.#drawsPictures = hasKittyLetters(env);
  }

  /** What draws pictures on a terminal that can is loaded. */
  onPictures(pictures: Pictures): void {
    if (!this.#drawsPictures) return;
    this.#canvas = { ...this.#canvas, pictures };
    this.#theme = null;
  }

  /** What draws pictures by sixels, on a terminal that has no letters for them. */
  onSixels(pictures: Pictures): void {
    if (this.#drawsPictures) return;
    this.#canvas = { ...this.#canvas, pictures };
    this.#theme = null;
  }

  /** What the terminal is to be told before the next frame; `isFresh`: nothing is known of what it has been told. */
  due(isFresh: boolean): string {
    return this.#canvas.pictures?.due(isFresh) ?? '';
  }

  /** The name of the theme that is worn. */
  get name(): string {
    return this.#name;
  }

  /** The styles of the theme on this terminal; the same object until something changes. */
  get theme(): Theme {
    this.#theme ??= painted(this.#isPlain ? builtIn.plain : this.#words, this.#canvas);
    return this.#theme;
  }

  /** Names of all themes, those that come with sotto first; one of the human's own takes the place of one with its name. */
  names(): readonly string[] {
    const own = this.#own().map(({ name }) => name);
    return [...Object.keys(builtIn), ...own.filter((name) => !isBuiltIn(name))];
  }

  /** Wears this theme. Throws SottoError `no_such_theme`, `bad_theme`, `bad_toml`, and stays as it was. */
  choose(name: string): void {
    this.#words = this.#wordsOf(name);
    this.#name = name;
    this.#theme = null;
  }

  /** Wears this theme where that can be. */
  tryOn(name: string): void {
    try {
      this.choose(name);
    } catch {
      // Whoever chooses it is told why not.
    }
  }

  /** The terminal has said how bright its background is. */
  onBackground(background: 'dark' | 'light'): void {
    this.#canvas = { ...this.#canvas, background };
    this.#theme = null;
  }

  /** The colours of a theme as it would look here: names, speech, what is chosen, what a whisper stands on; as many as `room` cells hold, '' where it has none. */
  swatch(name: string, room: number): string {
    try {
      const theme = painted(this.#isPlain ? builtIn.plain : this.#wordsOf(name), this.#canvas);
      const inks = [...theme.cast.slice(0, 5), theme.speech, theme.accent, theme.error];
      const grounds = [theme.overlay, theme.selected, theme.whisper];
      const all = [
        ...inks.map((style) => ['██', style] as const),
        ...grounds.filter(Boolean).map((style) => [' Aa ', style] as const),
      ];
      let row = '';
      let used = 0;
      for (const [text, style] of all) {
        used += text.length;
        if (used <= room) row += styled(style, text);
      }
      return row;
    } catch {
      return '';
    }
  }

  #wordsOf(name: string): ThemeWords {
    const file = this.#own().find((one) => one.name === name);
    if (file !== undefined) return ownTheme(file);
    if (isBuiltIn(name)) return builtIn[name];
    const near = nearest(name, this.names());
    const remedy = near === null ? '; /theme shows them' : `: did you mean ${sanitize(near)}?`;
    const message = `there is no theme ${sanitize(name)}${remedy}`;
    throw new SottoError('not_found', 'no_such_theme', message);
  }
}
