import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandMacros } from '../../../src/prompt/macros/expand.ts';
import type { MacroContext } from '../../../src/prompt/macros/macro-context.ts';
import { runs } from '../../cases.ts';

const context = (more: Partial<MacroContext> = {}): MacroContext => ({
  char: 'Ada',
  user: 'Bob',
  use: 'reply 1',
  place: 'message 1',
  chance: () => 0,
  ...more,
});
const fill = (text: string, more: Partial<MacroContext> = {}): string =>
  expandMacros(text, context(more)).text;

describe('bounds of macros', () => {
  it('macros add no more than there is room for', () => {
    const values = { description: 'x'.repeat(1000) };
    const text = fill('{{description}}'.repeat(1000), { values });
    expect(text.length).toBeLessThanOrEqual(200_000 + 15_000);
    expect(text.endsWith('{{description}}')).toBe(true);
    const doubling = `{{setvar::x::xxxxxxxx}}${'{{addvar::x::{{getvar::x}}}}'.repeat(64)}{{getvar::x}}`;
    expect(fill(doubling).length).toBeLessThanOrEqual(200_000 + doubling.length);
  });

  it('variables grow no more than there is room for', () => {
    const { changes } = expandMacros(
      `{{setvar::a::${'x'.repeat(300_000)}}}${`{{addvar::b::${'x'.repeat(1000)}}}`.repeat(1000)}`,
      context(),
    );
    expect(changes.map(({ name }) => name)).toEqual(['b']);
    expect(changes[0]?.value.length).toBeLessThan(200_000);
  });

  it('a text rolls at most 20,000 dice; the macros for more stay as they stand', () => {
    let dice = 0;
    const chance = () => {
      dice += 1;
      return 0;
    };
    expect(fill('{{roll:1000d6}} '.repeat(30), { chance })).toBe(
      '1000 '.repeat(20) + '{{roll:1000d6}} '.repeat(10),
    );
    expect(dice).toBe(20_000);
  });

  it('all behind the first 20,000 braces is plain text', () => {
    expect(fill('{{user}}'.repeat(10_001))).toBe(`${'Bob'.repeat(10_000)}{{user}}`);
    expect(fill(`${'{{'.repeat(30_000)}{{user}}`)).toBe(`${'{{'.repeat(30_000)}{{user}}`);
  });

  it('for all texts `{{trim}}` takes the line breaks on both sides of it, and nothing else', () => {
    const part = fc.constantFrom('{{trim}}', '\n', '\r\n', '\n\n', 'a', ' ', '{{noop}}', '{{newline}}');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const filled = parts.join('').replaceAll('{{noop}}', '').replaceAll('{{newline}}', '\n');
        expect(fill(parts.join(''))).toBe(filled.replace(/[\r\n]*(?:\{\{trim\}\}[\r\n]*)+/g, ''));
      }),
    );
  });

  it('what nests more than 20 deep stays as it stands', () => {
    const nested = (depth: number) => `${'{{reverse:'.repeat(depth)}ab${'}}'.repeat(depth)}`;
    expect(fill(nested(19))).toBe('ba');
    expect(fill(nested(5000))).toContain('{{reverse:');
  });

  it('for all texts filling in never throws, and a text without braces and names stays', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '{{',
        '}}',
        '::',
        ':',
        ',',
        '\\',
        'random',
        'setvar',
        'getvar',
        'x',
        'roll',
        '2d6',
        '//',
        'trim',
      ),
      fc.constantFrom(
        'reverse',
        'newline',
        'time',
        'pick',
        'outlet',
        'addvar',
        'timeDiff',
        '<user>',
        '\n',
        '__proto__',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const filled = fill(text, { now: '2026-01-01T00:00:00Z', room: 500 });
        expect(filled.length).toBeLessThanOrEqual(text.length + 500);
        if (!/\{\{|\\\{\\\{|\\\}\\\}|</.test(text)) expect(filled).toBe(text);
      }),
      runs(1000),
    );
  });
});
