import { expect, test } from 'vitest';
import type { Library } from '../../src/store/library.ts';
import { openStore } from '../histories.ts';
import { folder } from './folder.ts';

const chosen = (library: Library) =>
  library.presets().flatMap((preset) => (preset.chosen ? [`${preset.kind}/${preset.name}`] : []));

test('presets are kept by kind and name, with what came in and means nothing; at most one of a kind is in use', () => {
  const store = openStore(folder);
  const { library } = store;
  const [body, foreign] = [{ temperature: 1 }, { tfs: 1 }];
  library.setPreset({ kind: 'sampling', name: 'b', body, foreign });
  library.setPreset({ kind: 'sampling', name: 'a', body: {}, foreign: {} });
  library.setPreset({ kind: 'template', name: 'b', body: {}, foreign: {} });
  expect(library.presets()).toMatchObject([
    { kind: 'sampling', name: 'a' },
    { kind: 'sampling', name: 'b', body, foreign, chosen: false },
    { kind: 'template', name: 'b' },
  ]);
  library.choosePreset('sampling', 'b');
  library.choosePreset('template', 'b');
  library.choosePreset('sampling', 'a');
  expect(chosen(library)).toEqual(['sampling/a', 'template/b']);
  library.setPreset({ kind: 'sampling', name: 'a', body, foreign });
  expect(chosen(library)).toEqual(['sampling/a', 'template/b']);
  library.choosePreset('template', null);
  library.deletePreset('sampling', 'b');
  expect(library.presets()).toMatchObject([
    { name: 'a', body, chosen: true },
    { kind: 'template', chosen: false },
  ]);
  store.close();
});
