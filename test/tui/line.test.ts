import { expect, test } from 'vitest';
import { commands } from '../../src/commands/all/table.ts';
import { givenIn } from '../../src/commands/line.ts';

const cast = ['Maren', 'Ansel', 'Old Tom'];
const given = (name: string, line: string) =>
  givenIn(line, commands.find((one) => one.name === name)?.parameters ?? {}, cast, 'usage');

test.each([
  ['--affinity 20 --trust -5 Maren Old Tom'],
  ['Maren Old Tom --affinity 20 --trust -5'],
  ['Maren --affinity 20 Old Tom --trust -5'],
])('options stand before, between or behind the names of a line: %s', (line) => {
  expect(given('edge set', line)).toEqual({ from: 'Maren', to: 'Old Tom', affinity: '20', trust: '-5' });
});

test('a text at the end of a line keeps what looks like an option, and an option that is none is told', () => {
  expect(given('edge set', 'Maren Ansel --summary wary of --trust')).toEqual({
    from: 'Maren',
    to: 'Ansel',
    summary: 'wary of --trust',
  });
  expect(given('know', 'Maren Ansel he says --affinity')).toMatchObject({ fact: 'he says --affinity' });
  expect(() => given('edge set', 'Maren --hate 3 Ansel')).toThrow('unknown option --hate: usage');
});

test('what is planned, skipped or built is named in several words, its options behind them', () => {
  expect(given('occasion add', 'the long picnic --prop basket --at 1911-10-05T12:00')).toMatchObject({
    name: 'the long picnic',
    at: '1911-10-05T12:00',
  });
  expect(given('skip', 'the next day --jump')).toMatchObject({ text: 'the next day', jump: true });
  expect(given('container add', 'the old boat --moving on')).toMatchObject({ name: 'the old boat' });
});

test('what a line says beyond what its command takes is told, and nothing is done', () => {
  expect(() => given('memory', 'Maren')).toThrow('unexpected "Maren": usage');
  expect(() => given('undo', 'it all')).toThrow('unexpected "it all": usage');
  expect(given('memory', '--for Maren')).toEqual({ for: 'Maren' });
});
