import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeServer } from '../fake-server/server.ts';
import { innCard } from './inn.ts';
import { ofType, Stage } from './sotto.ts';

/** The card of the original's manual, as it stands there. */
const original = {
  sys_prompt:
    'This is a chat between Alice, Bob and Carl. Normally what is said by any character is seen by all others. But characters also might write messages intended to specific targets if their message contain string tag \'__known_to_chars__{CharName1,CharName2,CharName3}__\'.\nFor example:\nAlice:\n"Hey, Bob. I have a secret for you... (ooc: __known_to_chars__Bob__)"\nThis message would be seen only by Bob and Alice (sender always sees their own message).',
  role: 'Alice',
  filepath: 'sysprompts/alice_bob_carl.json',
  chars: ['Alice', 'Bob', 'Carl'],
  first_msg:
    "Hey guys! Want to play Alias like game? I'll tell Bob a word and he needs to describe that word so Carl can guess what it was?",
};

/** What a model that has read the card says for whose cue the prompt ends with; `asked` holds each prompt by whom it is for. */
function guessing(asked: Record<string, string[]>) {
  return (prompt: string): { text: string } => {
    const [, by = ''] = /(\w+):\s*$/.exec(prompt) ?? [];
    asked[by] = [...(asked[by] ?? []), prompt];
    const told = prompt.slice(prompt.indexOf('Hey guys!'));
    if (by === 'Bob')
      return {
        text: told.includes('castle') ? ' It is old, made of stone, and kings live there.' : ' Which word?',
      };
    if (by !== 'Carl') return { text: ' Hm.' };
    if (told.includes('castle')) return { text: ' I heard it.' };
    return { text: told.includes('kings live there') ? ' A castle!' : ' I have no idea.' };
  };
}

/** A stage on a server with such a model, and what it was asked. */
async function withModels(config = '') {
  const asked: Record<string, string[]> = {};
  const { url, close } = await startFakeServer({ script: guessing(asked) });
  onTestFinished(close);
  const stage = new Stage({ SOTTO_BACKEND_KIND: 'llamacpp', SOTTO_BACKEND_URL: url });
  stage.file('config.toml', config);
  return { stage, asked, card: stage.file('alice_bob_carl.json', JSON.stringify(original)) };
}

const secret = '(ooc: __known_to_chars__Bob__) The word is "castle".';

test("KT-27 the original's own example, by models: Alice whispers a word, Bob describes it to all, and Carl, who never had it, guesses", async () => {
  const { stage, asked, card } = await withModels();
  expect(await stage.json('new', card, '--untagged', 'public')).toMatchObject([
    { playing: 'Alice', cast: ['Alice', 'Bob', 'Carl'] },
  ]);
  const [told, described] = ofType(await stage.json('say', secret), 'message');
  expect(told).toMatchObject({ text: 'The word is "castle".', knownTo: ['Alice', 'Bob'] });
  expect(described).toMatchObject({
    speaker: 'Bob',
    text: 'It is old, made of stone, and kings live there.',
    knownTo: [],
  });
  const [, guess] = ofType(await stage.json('say', 'Well, Carl?'), 'message');
  expect(guess).toMatchObject({ speaker: 'Carl', text: 'A castle!', knownTo: [] });
  expect(asked.Bob?.[0]).toContain('The word is "castle".');
  expect(asked.Carl?.join('\n')).not.toContain('castle');
});

test('KT-27 where a chat does not say it, an untagged answer is for those who heard the whisper; the settings say another, a chat its own', async () => {
  const heardBy = async (config: string, ...how: string[]) => {
    const { stage, card } = await withModels(config);
    await stage.json('new', card, ...how);
    return ofType(await stage.json('say', secret), 'message')[1]?.knownTo;
  };
  const all = '[privacy]\nuntagged_reply = "public"\n';
  expect(await heardBy('')).toEqual(['Alice', 'Bob']);
  expect(await heardBy(all)).toEqual([]);
  expect(await heardBy(all, '--untagged', 'inherit')).toEqual(['Alice', 'Bob']);
  expect(await heardBy('', '--untagged', 'public')).toEqual([]);
});

test("KT-27 the prompt says what holds in the chat: whom an untagged answer is for, or that it is everyone's", async () => {
  const { stage, card } = await withModels();
  const rule = async (who: 'inherit' | 'public') => {
    await stage.json('new', card, '--untagged', who, '--title', who);
    return (await stage.json('prompt', who, '--for', 'Bob'))[0]?.prompt ?? '';
  };
  expect(await rule('inherit')).toContain('is for the same ones, unless');
  const all = await rule('public');
  expect(all).not.toContain('is for the same ones');
  expect(all).toContain('is perceived by everyone present as well, unless');
});

test('KT-27 what a card that comes with sotto says of it holds in its chats; in a card from elsewhere it says nothing', async () => {
  const { stage } = await withModels();
  const heardBy = async (card: string, to: string) => {
    await stage.json('new', card);
    return ofType(await stage.json('say', 'The word is kettle.', '--to', to), 'message')[1]?.knownTo.length;
  };
  const bundled = (name: string) => fileURLToPath(new URL(`../../cards/${name}.json`, import.meta.url));
  expect(await heardBy(bundled('the-word-under-the-table'), 'Bram')).toBe(0);
  expect(await heardBy(bundled('the-last-ferry'), 'Odile')).toBe(2);
  const foreign = { ...innCard, extensions: { sotto: { untagged: 'public' } } };
  expect(await heardBy(stage.file('foreign.json', JSON.stringify(foreign)), 'Bob')).toBe(2);
});

test('KT-27 what holds in a chat goes with it, onto its branches and into an archive', async () => {
  const { stage, card } = await withModels();
  await stage.json('new', card, '--untagged', 'public');
  await stage.json('branch', 'aside');
  expect(ofType(await stage.json('say', secret), 'message')[1]?.knownTo).toEqual([]);
  const archive = stage.file('chat.jsonl', await stage.text('chat', 'export', '--format', 'sotto'));
  const other = new Stage(stage.env);
  await other.json('chat', 'import', archive);
  expect(ofType(await other.json('say', secret), 'message')[1]?.knownTo).toEqual([]);
});
