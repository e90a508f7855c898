import { describe, expect, it } from 'vitest';
import { expandMacros } from '../../../src/prompt/macros/expand.ts';
import type { MacroContext } from '../../../src/prompt/macros/macro-context.ts';
import { view } from '../../lore/contexts.ts';

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
const rolled = (text: string, ...rolls: readonly number[]): string => {
  const left = [...rolls];
  return fill(text, { chance: () => left.shift() ?? 0 });
};

describe('macros of the specification', () => {
  it('V3-CBS-char, V3-CBS-user, V1-MACRO: names, in any case and with spaces', () => {
    expect(fill('{{char}} {{ CHAR }} {{user}} {{User}} <USER> <bot> <BOT> <char>')).toBe(
      'Ada Ada Bob Bob Bob Ada Ada Ada',
    );
  });

  it('V1-MACRO: names are not searched again', () => {
    expect(fill('{{user}} {{char}}', { user: '{{char}} <BOT>' })).toBe('{{char}} <BOT> Ada');
  });

  it('V3-CBS-random, X2: commas or double colons, `\\,` is a comma', () => {
    const three = (text: string) => [0, 0.34, 0.99].map((roll) => rolled(text, roll));
    expect(three('{{random:A, B,C}}')).toEqual(['A', 'B', 'C']);
    expect(three('{{random::A::B, b::C}}')).toEqual(['A', 'B, b', 'C']);
    expect(three('{{random::A,B,C}}')).toEqual(['A', 'B', 'C']);
    expect(three('{{random:a\\,b,c,d}}')).toEqual(['a,b', 'c', 'd']);
    expect(three('{{random:a:b}}')).toEqual(['a:b', 'a:b', 'a:b']);
    expect(fill('{{random}}')).toBe('{{random}}');
  });

  it('V3-CBS-random: names with commas are one item, and only the chosen item is filled in', () => {
    const names = { user: 'B,o::b' };
    expect(fill('{{random:{{user}},x}}', names)).toBe('B,o::b');
    expect(expandMacros('{{random::a::{{setvar::x::1}}}}', context()).changes).toEqual([]);
  });

  it('V3-CBS-pick: as random, but the same for the same place', () => {
    const asked: string[] = [];
    const chance = (text: string) => asked.push(text) * 0;
    for (const use of ['1', '2']) fill('{{pick:A,B}}{{pick::A::B}}{{random:A,B}}', { chance, use });
    expect([asked.slice(0, 2), asked[2]]).toEqual([asked.slice(3, 5), 'random\n0\n1']);
    expect([asked[0] === asked[1], asked[2] === asked[5]]).toEqual([false, false]);
  });

  it('V3-CBS-roll, X3: 1 to N, dice in any case, several dice and a sum', () => {
    const ends = (text: string) => [rolled(text, 0, 0), rolled(text, 0.99999, 0.99999)];
    expect(ends('{{roll:6}}')).toEqual(['1', '6']);
    expect(ends('{{roll:d20}}')).toEqual(['1', '20']);
    expect(ends('{{roll::D6}}')).toEqual(['1', '6']);
    expect(ends('{{roll 2d6+3}}')).toEqual(['5', '15']);
    expect(ends('{{roll:12345}}')).toEqual(['1', '12345']);
    for (const bad of ['{{roll:x}}', '{{roll:0}}', '{{roll:9999d6}}', '{{roll}}'])
      expect(fill(bad)).toBe(bad);
  });

  it('V3-CBS-comment-hidden, V3-CBS-comment, V3-CBS-hidden_key: nothing in the prompt, and nothing in them happens', () => {
    expect(fill('a{{// x {{user}} }}b{{comment: y}}c{{hidden_key:z}}d{{//}}')).toBe('abcd');
    expect(expandMacros('{{// {{setvar::x::1}} }}', context()).changes).toEqual([]);
  });

  it('V3-CBS-reverse, X26: by code points', () => {
    expect(fill('{{reverse:Hello}} {{reverse:a🐝b}} {{reverse:{{user}}}}')).toBe('olleH b🐝a boB');
  });

  it('V3-CBS-own: unknown macros and loose braces stay as they stand', () => {
    for (const text of [
      '{{buzz}}',
      '{{buzz::{{user}}}}',
      '{{#if x}}',
      '{{',
      '}}',
      '{{user',
      '{ {user} }',
      '{{}}',
    ]) {
      expect(fill(text)).toBe(text);
    }
    expect(fill('{{x {{user}}')).toBe('{{x Bob');
    expect(fill('{{user}} }} {{char')).toBe('Bob }} {{char');
    expect(fill('{{user extra}}')).toBe('{{user extra}}');
  });

  it('V2-SP-ORIGINAL: values are handed in', () => {
    expect(fill('{{original}} {{charPrompt}}', { values: { original: 'O', charPrompt: 'P' } })).toBe('O P');
    expect(fill('{{original}}')).toBe('{{original}}');
    expect(fill('{{description}}{{charScenario}}', { values: { charDescription: 'D', scenario: 'S' } })).toBe(
      'DS',
    );
  });
});

describe('macros that cards in the wild use', () => {
  it('KT-07: those that read the chat read the view that is handed in', () => {
    const messages = view('one', '>two', 'three', '*four');
    const chat = '{{lastMessage}}|{{lastMessageId}}|{{lastUserMessage}}|{{lastCharMessage}}';
    expect(fill(chat, { messages })).toBe('four|3|three|four');
    expect(fill(chat, { messages: messages.slice(0, 2) })).toBe('two|1|one|two');
    expect(fill(chat)).toBe('|||');
    expect(fill('{{lastMessage}}', { messages: view('{{user}}') })).toBe('{{user}}');
  });

  it('times are those of where the human is', () => {
    const now = '2026-03-01T00:05:09+02:00';
    const at = (text: string) => fill(text, { now });
    expect(at('{{time}}|{{date}}|{{weekday}}|{{isotime}}|{{isodate}}')).toBe(
      '12:05 AM|March 1, 2026|Sunday|00:05|2026-03-01',
    );
    expect(at('{{time_UTC-3}} {{time_UTC+0}}')).toBe('7:05 PM 10:05 PM');
    expect(at('{{datetimeformat::DD.MM.YY [at] HH:mm:ss}}')).toBe('01.03.26 at 00:05:09');
    expect(fill('{{time}} {{date}}')).toBe('{{time}} {{date}}');
    expect(fill('{{time}}', { now: 'soon' })).toBe('{{time}}');
  });

  it('spans of time are put into words', () => {
    const messages = [{ ...view('hi')[0]!, at: '2026-03-01T00:00:00Z' }];
    const idle = (now: string) => fill('{{idle_duration}}', { messages, now });
    expect(idle('2026-03-01T00:00:20Z')).toBe('a few seconds');
    expect(idle('2026-03-01T02:00:00Z')).toBe('2 hours');
    expect(idle('2026-03-11T02:00:00Z')).toBe('10 days');
    expect(fill('{{timeDiff::2026-03-02::2026-03-01}}')).toBe('in a day');
    expect(fill('{{timeDiff::2026-03-01::2026-03-03}}')).toBe('2 days ago');
    expect(fill('{{timeDiff::x::y}}')).toBe('{{timeDiff::x::y}}');
  });

  it('line breaks, spaces, trim, nothing', () => {
    expect(fill('a{{newline}}b{{newline::2}}c{{space::3}}d{{noop}}{{banned "x"}}')).toBe('a\nb\n\nc   d');
    expect(fill('a\n\n{{trim}}\r\n\nb\n')).toBe('ab\n');
    expect(fill('{{newline::9999}}')).toHaveLength(1000);
  });

  it('groups and outlets', () => {
    expect(fill('{{group}} {{charIfNotGroup}} <GROUP>')).toBe('Ada Ada Ada');
    expect(fill('{{group}} {{charIfNotGroup}} <GROUP>', { values: { group: 'Ada, Eve' } })).toBe(
      'Ada, Eve Ada, Eve Ada, Eve',
    );
    expect(fill('{{outlet::meadow}}{{outlet::toString}}', { outlets: { meadow: 'grass' } })).toBe('grass');
  });

  it('variables: changes are returned, not made, and are seen at once', () => {
    const { text, changes } = expandMacros(
      '{{setvar::a::{{user}}}}{{getvar::a}} {{incvar::n}} {{addvar::n::2.5}}{{getvar::n}} {{decvar::n}} {{addvar::a::!}}',
      context({ variables: { n: 1 } }),
    );
    expect(text).toBe('Bob 2 4.5 3.5 ');
    expect(changes).toEqual([
      { scope: 'chat', name: 'a', value: 'Bob!' },
      { scope: 'chat', name: 'n', value: '3.5' },
    ]);
    expect(fill('{{getvar::x}}{{getvar::toString}}{{getglobalvar::g}}', { globals: { g: 'G' } })).toBe('G');
    expect(expandMacros('{{setglobalvar::a::1}}', context()).changes[0]?.scope).toBe('global');
    expect(fill('{{setvar::a}}{{getvar}}')).toBe('{{setvar::a}}{{getvar}}');
  });

  it('escaped braces open nothing', () => {
    expect(fill('\\{\\{user\\}\\} {{user}} \\{x\\}')).toBe('{{user}} Bob \\{x\\}');
  });
});
