import type { Terminal } from '@xterm/headless';
/** Screens one below the other as one SVG, each with a title above it. */
export declare function drawSvg(screens: readonly {
    terminal: Terminal;
    title: string;
}[]): string;
