import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { innCard } from './inn.ts';
import { Stage, texts } from './sotto.ts';

/** A place that takes note of everybody who comes and answers nobody. */
async function listener() {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits: () => visits };
}

/** A stage with a chat and a `config.toml` that somebody else left in the folder. */
async function inFolder(config: string): Promise<Stage> {
  const stage = new Stage({ SOTTO_BACKEND_KIND: undefined });
  const card = stage.file('inn.json', JSON.stringify(innCard));
  await stage.json('new', card, '--title', 'The Inn');
  stage.file('config.toml', config);
  return stage;
}

const contacting: readonly (readonly string[])[] = [
  ['say', 'Good evening.'],
  ['reply', '--by', 'Bob'],
  ['regenerate'],
  ['impersonate', '--as', 'Bob'],
  ['auto', '--turns', '1'],
  ['doctor'],
];

test('a config.toml that lies in the folder sends nothing to its address before a person has said yes', async () => {
  const { url, visits } = await listener();
  const stage = await inFolder(`[backend]\nurl = "${url}"\n`);
  for (const args of contacting) {
    const { lines, code, stderr } = await stage.run(...args, '--json');
    expect({ code, error: lines.at(-1)?.code }, args.join(' ')).toEqual({
      code: 2,
      error: 'address_in_folder',
    });
    expect(stderr).toContain('`sotto config allow`');
    expect(stderr).toContain(url);
  }
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
  expect(visits()).toBe(0);
});

test('what needs no model server goes on beside such a file', async () => {
  const { url, visits } = await listener();
  const stage = await inFolder(`[backend]\nurl = "${url}"\n[prompt]\nsoft = 2000\n`);
  await stage.json('say', 'I am only talking.', '--no-reply');
  for (const args of [
    ['log'],
    ['chats'],
    ['cards'],
    ['search', 'talking'],
    ['verify'],
    ['config', 'show'],
    ['prompt', '--for', 'Bob'],
    ['demo'],
  ])
    await stage.json(...args);
  expect(visits()).toBe(0);
});

test('the address is used after `config allow`, which is asked once, and by whoever names the file or another address', async () => {
  const { url, visits } = await listener();
  const stage = await inFolder(`[backend]\nkind = "llamacpp"\nurl = "${url}/"\n`);
  await stage.refusal(4, 'say', 'By name.', '--config', join(stage.folder, 'config.toml'));
  const named = visits();
  expect(named).toBeGreaterThan(0);
  await stage.json('say', 'By flag.', '--backend', 'understudy');
  const elsewhere = ['--backend', 'llamacpp', '--url', 'http://127.0.0.1:1'];
  await stage.refusal(4, 'say', 'By flag.', ...elsewhere);
  expect(visits()).toBe(named);
  expect(await stage.json('config', 'allow')).toEqual([{ type: 'allowed', url }]);
  await stage.refusal(4, 'say', 'Allowed.');
  expect(visits()).toBeGreaterThan(named);
  stage.file('config.toml', '[backend]\nurl = "http://127.0.0.1:1"\n');
  expect(await stage.refusal(2, 'say', 'Changed.')).toMatchObject({ code: 'address_in_folder' });
  expect(await stage.json('config', 'allow', 'http://127.0.0.1:1')).toMatchObject([{ type: 'allowed' }]);
  await stage.refusal(4, 'say', 'Allowed too.');
});

test.each([
  ["the classifier's address", 'backend.classifier'],
  ['that of what embeds', 'memory.embed'],
])('%s is asked for likewise', async (_, section) => {
  const { url, visits } = await listener();
  const stage = await inFolder(`[${section}]\nenabled = true\nurl = "${url}"\n`);
  const understudy = ['--backend', 'understudy'];
  expect(await stage.refusal(2, 'say', 'Hm.', ...understudy)).toMatchObject({ code: 'address_in_folder' });
  expect(texts(await stage.json('log'))).toEqual([innCard.first_msg]);
  expect(visits()).toBe(0);
});

test('`config allow` refuses what is no address, and says when the folder names none', async () => {
  const stage = new Stage();
  expect(await stage.refusal(2, 'config', 'allow', 'evil')).toMatchObject({ code: 'bad_url' });
  expect(await stage.refusal(2, 'config', 'allow')).toMatchObject({ code: 'no_address' });
});
