// Two people talk, one of them whispers, and each knows only what it has heard. Run it with `node docs/example.mjs`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sotto } from 'sotto';

const card = fileURLToPath(new URL('../cards/the-last-ferry.json', import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'sotto-example-'));
const sotto = new Sotto({ data, backend: 'understudy', seed: '1' });

const play = sotto.start([card], { title: 'An evening' });
const { playing, cast } = play.state();
const [first, second] = cast.filter(({ id }) => id !== playing.id);
const stop = play.subscribe((event) => {
  if (event.type === 'message') console.log(`heard: ${event.message.text.split('\n')[0].slice(0, 40)}`);
});
await play.say(`${first.name}, a word with you alone.`, { to: [first.name], reply: [] });
await play.say('Good evening, all of you.', { reply: [second.name] });
stop();
await play.close();

for (const { name } of [first, second]) {
  const theirs = sotto.open('An evening', name);
  const { prompt } = await theirs.prompt(name);
  console.log(
    `${name} perceived ${theirs.view().count()} messages;`,
    'whisper in the prompt:',
    prompt.includes('a word with you alone'),
  );
  await theirs.close();
}

sotto.close();
rmSync(data, { recursive: true });
