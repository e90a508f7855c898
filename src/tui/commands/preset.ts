import { listPanel } from '../panels/state.ts';
import type { Command } from './command.ts';

/** A preset as a list shows it. */
export interface PresetEntry {
  readonly kind: string;
  readonly name: string;
  /** In use. */
  readonly chosen: boolean;
}

/** Where presets are kept. */
export interface PresetShelf {
  list(): readonly PresetEntry[];
  /** Puts the preset of this name, or kind and name with a slash between, to use, from the next reply on. Throws SottoError. */
  use(name: string): PresetEntry;
  /** Uses no preset any more. */
  none(): void;
}

/** `/preset`: lists the presets and switches between them; `none` goes back to the settings of the config file. */
export const presetCommand = (shelf: PresetShelf): Command => ({
  name: 'preset',
  args: '[NAME|none]',
  help: 'use another preset of samplers or another template, from the next reply on',
  run({ show, notify }, args) {
    if (args === 'none') {
      shelf.none();
      notify('no preset is used any more; the settings count');
    } else if (args !== '') {
      const { kind, name } = shelf.use(args);
      notify(`${name} is in use (${kind})`);
    } else {
      const presets = shelf.list();
      if (presets.length === 0)
        notify('there is no preset yet; `sotto preset save NAME` keeps your samplers');
      else show(panelOf(presets));
    }
  },
});

const panelOf = (presets: readonly PresetEntry[]) =>
  listPanel(
    'Presets',
    [
      ...presets.map(({ kind, name, chosen }) => ({
        label: `${chosen ? '* ' : '  '}${name} · ${kind}`,
        command: `/preset ${kind}/${name}`,
      })),
      { label: '  none', command: '/preset none' },
    ],
    presets.findIndex(({ chosen }) => chosen),
  );
