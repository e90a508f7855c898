import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { stemOf } from '../../src/memory/stem.ts';

const words =
  `s a as at age ages aging are ate use used using useful usefulness vs its yes yikes cats ponies ties caress agreed feed
  plastered bled motoring sing conflated troubled sized hopping tanned falling hissing fizzed failing filing happy sky
  relational conditional rational valenci hesitanci digitizer conformabli radicalli differentli vileli analogousli
  vietnamization predication operator feudalism decisiveness hopefulness callousness formaliti sensitiviti sensibiliti
  triplicate formative formalize electriciti electrical hopeful goodness revival allowance inference airliner gyroscopic
  adjustable defensible irritant replacement adjustment dependent adoption homologou communism activate angulariti
  homologous effective bowdlerize probate rate cease controll roll toy flying dyed 10july 1900s 27s x2s y yy by
  generalizations oscillators logically apology psychology`.split(/\s+/);

test('a stem is the one that SQLite keeps of a word behind the mark of an audience', () => {
  const sqlite = new Database(':memory:');
  sqlite.exec(`CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61');
    CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)`);
  sqlite.prepare('INSERT INTO t VALUES (?)').run(words.map((word) => `12x${word}`).join(' '));
  const kept = sqlite.prepare('SELECT term FROM v ORDER BY "offset"').pluck().all();
  expect(words.map((word) => `12x${stemOf(word)}`)).toEqual(kept);
  sqlite.close();
});
