import { expect, test } from 'vitest';
import { atTheInn, keeperCard, withKeeper } from './inn.ts';
import { Stage } from './sotto.ts';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = (type: string, name: string) => ({ type, name, uri: pixel, ext: 'png' });

test('HC-56 HC-16 a lasting change by the director is asked first, is what the character is like from then on, and is undone', async () => {
  const stage = await withKeeper();
  const change = ['director', 'Keeper', 'Keeper is outrageously cheerful.', '--lasting'];
  const refused = await stage.run(...change);
  expect(refused.stderr).toContain('add --yes');
  const prompt = () => stage.text('prompt', '--for', 'Keeper');
  expect(await prompt()).not.toContain('cheerful');
  const before = (await stage.json('log')).length;
  expect(await stage.text(...change, '--yes')).toContain('Keeper is changed from here on');
  expect(await prompt()).toContain('Keeper owns the inn.\n\nKeeper is outrageously cheerful.');
  expect((await stage.json('log')).length, 'nobody spoke').toBe(before);
  await stage.text('undo');
  expect(await prompt()).not.toContain('cheerful');
});

test('HC-56 a character without a card, and one of a card of several, are changed alone', async () => {
  const stage = await atTheInn();
  await stage.text('director', 'Bob', 'Bob limps.', '--lasting', '--yes');
  expect(await stage.text('prompt', '--for', 'Bob')).toContain('Bob limps.');
  expect(await stage.text('prompt', '--for', 'Carl')).not.toContain('Bob limps.');
});

test('HC-58 an emotion chooses the picture that the card ships for it', async () => {
  const stage = new Stage();
  const assets = [picture('icon', 'main'), picture('emotion', 'joyful'), picture('emotion', 'neutral')];
  const card = {
    ...keeperCard,
    spec: 'chara_card_v3',
    spec_version: '3.0',
    data: { ...keeperCard.data, assets, group_only_greetings: [] },
  };
  await stage.json('new', stage.file('keeper.json', JSON.stringify(card)), '--as', 'Ann');
  await stage.json('say', 'Thank you, that is wonderful, I love it! I am so happy.', '--no-reply');
  const [glad] = await stage.json('ask', 'Keeper', '--kind', 'emotion');
  expect(glad).toMatchObject({ text: 'joy', picture: 'joyful' });
  await stage.json('say', 'The rain goes on.', '--no-reply');
  expect(await stage.json('ask', 'Keeper', '--kind', 'emotion')).toMatchObject([{ picture: 'neutral' }]);
});
