import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atTheInn, innCard } from './inn.ts';
import { type RunOptions, Stage, sotto, texts } from './sotto.ts';

test('RP-104 backup copies the store, restore puts it back and keeps what was there', async () => {
  const stage = await atTheInn();
  await stage.json('say', 'kept', '--no-reply');
  const [named] = await stage.json('backup', join(stage.folder, 'mine.db'));
  expect(named).toEqual({ type: 'backup', file: join(stage.folder, 'mine.db') });
  const [dated] = await stage.json('backup', '--now', '2026-01-31T12:00:00Z');
  expect(dated?.file).toBe(join(stage.data, 'backups', 'sotto-2026-01-31T12-00-00.db'));
  await stage.json('say', 'later', '--no-reply');
  const [restored] = await stage.json('restore', join(stage.folder, 'mine.db'));
  expect(restored).toMatchObject({ type: 'restored', before: expect.any(String) });
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg, 'kept']);
  await stage.json('restore', String(restored?.before));
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg, 'kept', 'later']);
  await stage.isSound();
  expect(await stage.refusal(2, 'backup', join(stage.folder, 'mine.db'))).toMatchObject({
    code: 'file_exists',
    message: expect.stringMatching(/choose another name$/),
  });
});

test('RP-104 backups of the same second have names of their own', async () => {
  const stage = await atTheInn();
  const now = ['--now', '2026-01-31T12:00:00Z'];
  await stage.json('backup', ...now);
  const [next] = await stage.json('backup', ...now);
  expect(next?.file).toBe(join(stage.data, 'backups', 'sotto-2026-01-31T12-00-00-2.db'));
});

test('a backup is restored into a data folder that had none', async () => {
  const stage = await atTheInn();
  await stage.json('backup', join(stage.folder, 'mine.db'));
  const fresh = new Stage();
  expect(await fresh.json('restore', join(stage.folder, 'mine.db'))).toMatchObject([{ before: null }]);
  expect(texts(await fresh.json('log'))).toEqual([innCard.first_msg]);
});

test('config show says where each value comes from: flag, environment, file, default; secrets are masked', async () => {
  const key = 'sk-or-v1-0123456789abcdef0123456789abcdef';
  const stage = new Stage({ SOTTO_PROMPT_SOFT: '3000', SOTTO_BACKEND_KIND: undefined, MY_KEY: key });
  const file = stage.file('my.toml', `[prompt]\nsoft = 2000\nhard = 4000\n[backend]\nmodel = "${key}"\n`);
  const lines = await stage.json('config', 'show', '--config', file, '--backend', 'understudy');
  const setting = (wanted: string) => lines.find((line) => line.key === wanted);
  expect(setting('prompt.soft')).toMatchObject({
    value: 3000,
    from: 'environment',
    origin: 'SOTTO_PROMPT_SOFT',
  });
  expect(setting('prompt.hard')).toMatchObject({ value: 4000, from: 'file', origin: file });
  expect(setting('backend.kind')).toMatchObject({ value: 'understudy', from: 'flag', origin: '--backend' });
  expect(setting('AutoTurn')).toEqual({
    type: 'setting',
    key: 'AutoTurn',
    value: false,
    from: 'default',
    origin: '',
  });
  const text = await stage.text('config', 'show', '--config', file, '--api-key-env', 'MY_KEY');
  expect(text).toContain('prompt.hard = 4000  # from ');
  expect(text + JSON.stringify(lines)).not.toContain(key);
  expect(existsSync(stage.data)).toBe(false);
});

test('config init writes the documented defaults, config path tells where', async () => {
  const stage = new Stage();
  const [path] = await stage.json('config', 'path');
  expect(path).toMatchObject({ type: 'config', exists: false, file: expect.stringContaining(stage.folder) });
  const [written] = await stage.json('config', 'init');
  expect(written?.file).toBe(path?.file);
  expect(await stage.json('config', 'path')).toMatchObject([{ file: path?.file, exists: true }]);
  const example = readFileSync(new URL('../../config.example.toml', import.meta.url), 'utf8');
  expect(readFileSync(written?.file ?? '', 'utf8')).toBe(example);
  expect(await stage.refusal(2, 'config', 'init')).toMatchObject({ code: 'file_exists' });
  expect(await stage.json('config', 'init', '--config', join(stage.folder, 'sub/other.toml'))).toHaveLength(
    1,
  );
});

test('config init writes no second file beside the one that config show reads', async () => {
  const stage = new Stage();
  stage.file('config.toml', '[user]\nname = "Jo"\n');
  expect(await stage.refusal(2, 'config', 'init')).toMatchObject({
    code: 'file_exists',
    message: expect.stringContaining('config.toml'),
  });
});

test('the store is where --data says, else $SOTTO_DATA, else in the platform folder of the home', async () => {
  const { folder, data, env } = new Stage();
  const storeFile = async (options: RunOptions) =>
    (await sotto(['doctor', '--json'], options)).lines[0]?.file;
  const named = { SOTTO_DATA: join(folder, 'named') };
  expect(await storeFile({ folder, data, env: named })).toBe(join(data, 'sotto.db'));
  expect(await storeFile({ folder, env: named })).toBe(join(folder, 'named/sotto.db'));
  const usual = await storeFile({ folder, env });
  expect(usual).toMatch(/sotto.sotto\.db$/);
  expect(usual?.startsWith(folder)).toBe(true);
});

test('config set writes one line of print the path of the config file in use; a wrong value writes nothing', async () => {
  const stage = new Stage();
  const file = join(stage.folder, 'mine.toml');
  writeFileSync(file, '# mine\n[theme]\nname = "auto" # for now\n');
  const [set] = await stage.json('config', 'set', 'theme.name', 'ember', '--config', file);
  expect(set).toEqual({ type: 'setting', key: 'theme.name', value: 'ember', file });
  const kept = '# mine\n[theme]\nname = "ember" # for now\n';
  expect(readFileSync(file, 'utf8')).toBe(kept);
  const [asked] = await stage.json('config', 'set', 'theme.name', '--config', file);
  expect(asked).toMatchObject({ value: 'ember', file: null });
  const refused = ['config', 'set', 'prompt.hard', 'many', '--config', file];
  expect(await stage.refusal(2, ...refused)).toMatchObject({ code: 'wrong_type' });
  expect(readFileSync(file, 'utf8')).toBe(kept);
  const [path] = await stage.json('config', 'path');
  await stage.json('config', 'set', 'AutoTurn', 'on');
  expect(readFileSync(String(path?.file), 'utf8')).toBe('AutoTurn = true\n');
});
