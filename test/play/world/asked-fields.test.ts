import { expect, test } from 'vitest';
import { fiction } from '../../../src/domain/fiction/table.ts';
import { addContainer } from '../../../src/play/world/container-edits.ts';
import { askedIn, askedName, passSchema, seenIn } from '../../../src/play/world/pass/schema.ts';
import { passingPlay, settled, smallModel } from './passes.ts';

const subjects = [fiction.entity, fiction.activity, fiction.container, fiction.world];
const asked = subjects.flatMap((fields) =>
  Object.entries(askedIn(fields)).map(([name, field]) => askedName(name, field)),
);
const seen = Object.keys(seenIn(fiction.activity));

test('26 a pass asks for every field that the table of the fiction says is asked for, and takes it in an answer', async () => {
  const { classifier, asked: questions } = smallModel(() => ({}));
  const play = passingPlay({ classifier });
  addContainer(play.chat, 'the booth', {});
  await play.say('Row.', { reply: ['Maren'] });
  await settled(play);
  const [own = '', others = ''] = (questions.at(-1) ?? '').split('"others"');
  expect(asked.filter((name) => !own.includes(`, ${name}`))).toEqual([]);
  expect(seen.filter((name) => !others.includes(`, ${name}`))).toEqual([]);
  const said = Object.fromEntries(asked.map((name) => [name, null]));
  const read = passSchema(['Tomas'], ['the booth']).parse({ ...said, others: { Tomas: {} } });
  expect(Object.keys(read)).toEqual(expect.arrayContaining(asked));
});
