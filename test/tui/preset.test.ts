import { expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import { type PresetEntry, presetCommand } from '../../src/tui/commands/preset.ts';
import { open } from './open-screens.ts';
import { SmallPlay } from './small-play.ts';

/** A screen with these presets; `used` is what was put to use. */
const screenWith = async (...presets: PresetEntry[]) => {
  const used: string[] = [];
  const shelf = {
    list: () => presets,
    use: (id: string) => {
      const found = presets.find(({ kind, name }) => id === name || id === `${kind}/${name}`);
      if (!found) throw new SottoError('not_found', 'no_such_preset', `there is no preset "${id}"`);
      used.push(id);
      return found;
    },
    none: () => void used.push('none'),
  };
  const emulator = await open(new SmallPlay([]), {}, { commands: [presetCommand(shelf)] });
  return { emulator, used };
};

const warm = { kind: 'sampling', name: 'warm and wet', chosen: true };
const odd = { kind: 'template', name: 'Odd', chosen: false };

test('/preset lists the presets, marks those in use, and switches to the one that is chosen', async () => {
  const { emulator, used } = await screenWith(warm, odd);
  emulator.type('/preset\r');
  await emulator.shows('* warm and wet · sampling');
  emulator.type('2');
  await emulator.shows('Odd is in use (template)');
  emulator.type('/preset warm and wet\r');
  await emulator.shows('warm and wet is in use (sampling)');
  emulator.type('/preset none\r');
  await emulator.shows('no preset is used any more');
  expect(used).toEqual(['template/Odd', 'warm and wet', 'none']);
});

test('/preset says what to do when there is none, or none of this name', async () => {
  const { emulator } = await screenWith();
  emulator.type('/preset\r');
  await emulator.shows('sotto preset save NAME');
  emulator.type('/preset nope\r');
  await emulator.shows('there is no preset "nope"');
});
