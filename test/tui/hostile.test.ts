import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SottoError } from '../../src/domain/errors.ts';
import type { CastMember } from '../../src/play/chat/play-state.ts';
import { openScreen } from './emulator.ts';
import { message } from './fair.ts';
import { SmallPlay } from './small-play.ts';

const attacks = [
  '\x1b[2J\x1b[H',
  '\x1b]0;owned\x07',
  '\x1b]52;c;b3duZWQ=\x07',
  '\x1b[41m red for ever',
  '\x9b31m',
  '\x1b[20;20Hhere',
  '\x1b[?1049l',
  '\x1bc',
  '\x1bP+q544e\x1b\\',
  '\u202eevil',
  '\b\b\b\b',
  '\r over',
  '\n',
  'innocent',
  '*action',
  '**',
  '日',
];

/** The bytes that the screen itself may write; anything else came from a text. */
const own =
  /\x1b\[(?:\d+(?:;\d+)*)?(?:[mGHrKST]|2J)|\x1b\[\?(?:2026|25|1049|7|2004|1000|1004|1006)[hl]|\x1b\[\?u|\x1b\[\?2004\$p|\x1b\[c|\x1b\[>4;1m|\x1b\[>4m|\x1b\[>1u|\x1b\[<u|\x1b\[2[23];0t|\x1b\]11;\?\x1b\\|\x1b\]2;sotto: [^\x00-\x1f\x7f-\x9f\u202a-\u202e]*\x1b\\/g;

class HostilePlay extends SmallPlay {
  hostile = '';

  override state(): ReturnType<SmallPlay['state']> {
    const evil: CastMember = { id: 'a', name: `A${this.hostile}` };
    const state = super.state();
    const backend = { ...state.backend, kind: this.hostile, model: this.hostile };
    return { ...state, backend, chat: { id: 'c', title: this.hostile }, cast: [evil], playing: evil };
  }
}

describe('hostile text', () => {
  test('invariant 9: for all texts of messages, streams, names, titles and errors only our own sequences are written', async () => {
    const titles: string[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...attacks), { minLength: 1, maxLength: 6 }),
        async (parts) => {
          const text = parts.join('');
          const play = new HostilePlay([message('m1', text), message('m2', text, { knownTo: ['a'] })]);
          play.hostile = text;
          const { emulator, ended } = await openScreen(play, { columns: 60, rows: 20 });
          emulator.terminal.onTitleChange((title) => titles.push(title));
          play.emit({ type: 'delta', speaker: { id: 'b', name: text }, text });
          play.failure = new SottoError('server', 'x', `broken ${text}`);
          emulator.type('hm\r');
          await emulator.shows('Esc closes');
          expect(emulator.terminal.buffer.active.type).toBe('alternate');
          expect(emulator.rows().filter((row) => /─{60}/.test(row)).length).toBe(1);
          expect(emulator.writes.join('').replace(own, '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e]/);
          for (const attack of ['\x1b[41m', '\x1b[20;20H', '\x1b[?1049l']) {
            expect(emulator.writes.join('')).not.toContain(attack);
          }
          expect(emulator.writes.join('').split('\x1b[2J').length).toBe(2);
          emulator.type('\x03\x03');
          await ended;
        },
      ),
      { numRuns: 40 },
    );
    expect(titles.filter((title) => !title.startsWith('sotto: '))).toEqual([]);
  });

  test('invariant 9: a style opened in one message is closed at the end of each of its rows', async () => {
    const play = new SmallPlay([message('m1', `*${'long '.repeat(40)}`), message('m2', 'plain')]);
    const { emulator, ended } = await openScreen(play, { columns: 60, rows: 20 });
    await emulator.shows('plain');
    const row = emulator.rows().findIndex((text) => text.endsWith('  plain'));
    const cell = emulator.terminal.buffer.active.getLine(row)?.getCell(3);
    expect([cell?.isItalic(), cell?.isDim(), cell?.isFgDefault()]).toEqual([0, 0, true]);
    emulator.type('\x03\x03');
    await ended;
  });
});
