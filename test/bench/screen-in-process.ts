import { screenTable } from '../../src/commands/all/table.ts';
import { usualKeys } from '../../src/config/screen-keys.ts';
import { defaultOocStyle } from '../../src/domain/audience/ooc.ts';
import { Drawing } from '../../src/tui/drawing.tsx';
import { Screen } from '../../src/tui/screen.ts';
import { KeyMap } from '../../src/tui/state/key-map.ts';
import { Looks } from '../../src/tui/themes/looks.ts';
import type { Scene } from './scene.ts';

const size = { columns: 80, rows: 24 };

/** The chat of `count` messages on a screen of 80 × 24 in this process, drawn to nowhere, and what lets go of it. */
export function screenOn(scene: Scene, count: number) {
  const context = scene.context(scene.chatOf(count));
  const play = context.play();
  const drawing = new Drawing({
    onKey: (key) => screen.take(key),
    onField: (value) => screen.fieldChanged(value),
  });
  const terminal = {
    leave: () => {},
    suspend: () => {},
    mouse: () => true,
    copy: () => undefined,
    editor: async () => null,
  };
  const screen: Screen = new Screen({
    app: context,
    play,
    looks: new Looks({}),
    ooc: defaultOocStyle,
    commands: screenTable(),
    keys: new KeyMap(usualKeys),
    size: () => size,
    draw: (props) => drawing.draw(props),
    now: () => performance.now(),
    press: () => {},
    changed: () => {},
    wipe: () => undefined,
    open: () => undefined,
    terminal,
  });
  const close = (): void => {
    drawing.close();
    context.close();
  };
  return { play, screen, close };
}

/** Milliseconds of this process's CPU that some work takes. */
export function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
