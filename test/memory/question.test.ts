import { expect, test } from 'vitest';
import { readQuestion } from '../../src/memory/question.ts';

const cast = [
  { id: 'a', name: 'Alice' },
  { id: 'b', name: 'Bob Miller' },
];
const asked = (text: string) => readQuestion(text, cast).terms.map(({ words: [word] }) => word);

test('a question is searched for without its empty words and the names of the cast, which say who spoke', () => {
  expect(asked('What did Alice tell Bob about the lantern?')).toEqual(['tell', 'lantern']);
  expect(readQuestion('What did Alice say?', cast).speakers).toEqual(['a']);
  expect(readQuestion('Where does Bob live?', cast).speakers).toEqual(['b']);
  expect(asked('Who is Alice?')).toEqual(['alice']);
  expect(asked('What is it?')).toEqual([]);
});

test('what looks like a query of the index is words, too', () => {
  expect(asked('"key" OR lantern* NEAR(a b) {words}: ^fog -sea')).toEqual([
    ...['key', 'lantern', 'near', 'b', 'words', 'fog', 'sea'],
  ]);
});

test('forms of a word that no rule brings together are looked for with it', () => {
  expect(readQuestion('bought', []).terms).toEqual([{ words: ['bought', 'buy'], stems: ['bought', 'bui'] }]);
});

test('of scripts without spaces two signs side by side are a word', () => {
  expect(asked('東京の猫')).toEqual(['東京', '京の', 'の猫']);
  expect(asked('猫')).toEqual(['猫']);
});

test('a month is when it was, with a day beside it', () => {
  expect(readQuestion('What happened on 3 March?', [])).toMatchObject({ months: [3], days: [3] });
  expect(readQuestion('Who has 3 keys?', [])).toMatchObject({ months: [], days: [] });
});
