import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { probeConversations, templateFrom } from '../../../src/prompt/template/derive.ts';
import { templateNamed, templateNames } from '../../../src/prompt/template/templates.ts';
import { runs } from '../../cases.ts';
import { families, oddities, type Render } from './families.ts';

const derived = (render: Render, bos?: string) => templateFrom(probeConversations.map(render), bos);

describe("the server's own template", () => {
  test.each(Object.keys(families))('is %s where the server renders that', (name) => {
    expect(derived(families[name] ?? (() => ''))).toEqual({ ...templateNamed(name), name: 'server' });
  });

  test('every family that sotto knows is tried', () => {
    expect(Object.keys(families)).toEqual(templateNames.filter((name) => name !== 'plain'));
  });

  test.each(Object.keys(oddities))('is understood with %s', async (name) => {
    const template = derived(oddities[name] ?? (() => ''));
    expect(template?.name).toBe('server');
    const text = `${JSON.stringify(template, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`golden/server: ${name}.golden.txt`.replaceAll(/[:,]? /g, '-'));
  });

  test.each(['think', 'thinking', 'reasoning'])('closes a thought that it opens with <%s>', (tag) => {
    const render: Render = (messages) => `${families.chatml?.(messages)}<${tag}>\n`;
    expect(derived(render)?.cue).toMatch(new RegExp(`<${tag}>\\s+</${tag}>\\s+$`));
  });

  test('loses a first token that only this server knows', () => {
    const render: Render = (messages) => `<start!>${families.chatml?.(messages)}`;
    expect(derived(render, '<start!>')?.opening.before).toBe('<|im_start|>system\n');
  });

  test('loses its first token however often the server says it', () => {
    const render: Render = (messages) => `${'<s>'.repeat(20_000)}${families.chatml?.(messages)}`;
    expect(derived(render)?.opening.before).toBe('<|im_start|>system\n');
  });

  test('for all tags, roles and line ends of a family that marks every turn, is that family', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const gap = fc.constantFrom('', '\n', '\n\n');
    const tags = fc.uniqueArray(word, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(tags, fc.tuple(gap, gap), fc.boolean(), fc.boolean(), (words, gaps, hasBos, hasDefault) => {
        const [after, end] = gaps;
        const [open = '', close = '', shut = '', ...names] = words;
        const roles = ['system', 'user', 'assistant'] as const;
        const [system, user, assistant] = roles.map((_, at) => ({
          before: `<|${open}|>${names[at]}<|${close}|>${after}`,
          after: `<|${shut}|>${end}`,
        }));
        const marks = { system, user, assistant };
        const render: Render = (messages) => {
          const isLed = messages[0]?.role === 'system' || !hasDefault;
          const all = isLed ? messages : [{ role: 'system' as const, content: 'Be good.' }, ...messages];
          const text = all.map(({ role, content }) => marks[role]?.before + content + marks[role]?.after);
          return (hasBos ? '<s>' : '') + text.join('') + assistant?.before;
        };
        expect(derived(render)).toMatchObject({ ...marks, opening: system, cue: assistant?.before });
      }),
      runs(300),
    );
  });
});

describe('a template that cannot be understood', () => {
  test.each([
    ['the server refuses everything', () => ''],
    ['there are no marks', (messages) => messages.map(({ content }) => content).join('')],
    ['a message is left out', (messages) => families.chatml?.(messages.slice(1)) ?? ''],
    ['a message comes twice', (messages) => `${families.chatml?.([...messages, ...messages])}`],
    ['the order is another', (messages) => families.chatml?.([...messages].reverse()) ?? ''],
    ['contents are changed', (messages) => families.chatml?.(messages).toUpperCase() ?? ''],
    [
      'turns are numbered',
      (messages) => messages.map(({ role, content }, at) => `<${role}-${at}>${content}`).join(''),
    ],
    [
      'the role comes after the text',
      (messages) => messages.map(({ role, content }) => `${content}<|${role}|>`).join(''),
    ],
    [
      'only the end of a token is the same',
      (messages) => `<｜begin｜>${messages.map(({ role, content }) => `${content}<｜${role}｜>`).join('')}`,
    ],
    [
      'the marks change on the way',
      (messages) => families.chatml?.(messages).replace(/assistant(?=\nSottoProbeReply)/, 'helper') ?? '',
    ],
    [
      'the last turn ends in another way',
      (messages) => `${families.chatml?.(messages)}`.replace(/<.im_end.>\n[^\n]*\n$/, '!'),
    ],
    ['it is longer than any template', (messages) => families.chatml?.(messages) + 'x'.repeat(70_000)],
  ] as [string, Render][])('is none when %s', (_, render) => {
    expect(derived(render)).toBeNull();
  });

  test('is none when nothing came back, and hostile text is no error', () => {
    expect(templateFrom([])).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), (texts) => {
        expect(templateFrom(texts)).toBeNull();
      }),
      runs(100),
    );
  });
});
