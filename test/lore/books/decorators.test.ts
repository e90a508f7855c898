import { describe, expect, it } from 'vitest';
import { readDecorators } from '../../../src/lore/books/decorators.ts';
import { activate, contents, isAwake, reason, rules, view } from '../contexts.ts';

const said = (content: string) => readDecorators(content).said;
const placed = (content: string, ...texts: string[]) =>
  activate(rules([{ content }]), view(...texts, 'bee')).activated[0];

describe('decorators', () => {
  it('V3-EN-TRIM, X12: the leading block and the line breaks around it are stripped, whatever ends the lines', () => {
    expect(readDecorators('@@depth 4\r\n\r\n  @@role user\r\n\r\nBees.\n@@depth 1').content).toBe(
      'Bees.\n@@depth 1',
    );
    expect(readDecorators('@@activate').content).toBe('');
    expect(readDecorators('\n\nBees.\n@@depth 1').content).toBe('\n\nBees.\n@@depth 1');
    expect(said('@@depth 4\n\n@@role user\nBees.')).toMatchObject({ depth: 4, role: 'user' });
  });

  it('V3-DEC-unknown: unknown names and invalid values are ignored and stripped', () => {
    for (const line of [
      '@@buzz',
      '@@buzz 3',
      '@@depth four',
      '@@role bee',
      '@@depth',
      '@@ depth 3',
      '@@__proto__',
    ]) {
      expect(readDecorators(`${line}\nBees.`)).toEqual({
        said: { additional: [], excluded: [], hides: [] },
        content: 'Bees.',
      });
    }
  });

  it.each([
    ['keys', `@@exclude_keys ${'a,'.repeat(200_001)}`],
    ['keys in lists', `@@additional_keys ${'a,'.repeat(150_000)}\n@@exclude_keys ${'a,'.repeat(150_000)}`],
    ['lists', '@@additional_keys a,b\n'.repeat(1_001)],
  ])(
    'V3-DEC-excl: an entry whose decorators name more %s than can be looked for is inactive, and says so',
    (_, content) => {
      const lore = rules([{ constant: true, content: `${content}\nBees.` }]);
      const [verdict] = activate(lore, view('a b')).verdicts();
      expect(verdict).toMatchObject({ awake: false });
      expect(verdict?.reason()).toBe('its decorators name more keys than can be looked for');
    },
  );

  it('V3-DEC-excl: of 200,000 keys each counts', () => {
    expect(said(`@@exclude_keys ${'a,'.repeat(200_000)}\nBees.`).excluded).toHaveLength(200_000);
  });

  it('V3-DEC-dup: the first of a name counts', () => {
    expect(said('@@depth 4\n@@depth 9\n@@role user\n@@role system')).toMatchObject({
      depth: 4,
      role: 'user',
    });
  });

  it('V3-DEC-fallback: the first of a chain that is known counts, five deep and more, and the others do not', () => {
    const chain = '@@a\n@@@b\n@@@c\n@@@d\n@@@e\n@@@f\n@@@depth 7\n@@@scan_depth 2';
    expect(said(chain)).toMatchObject({ depth: 7 });
    expect(said(chain).scanDepth).toBeUndefined();
    expect(said('@@depth 4\n@@@role user').role).toBeUndefined();
    expect(said('@@@role user\nBees.').role).toBeUndefined();
    expect(said('@@depth x\n@@@role user')).toMatchObject({ role: 'user' });
  });

  it('V3-DEC-custom, X11: names of the specification that it does not define are unknown', () => {
    expect(said('@@activate_after 3\n@@@activate_only_after 4')).toMatchObject({ after: 4 });
    expect(said('@@activate_every 3\n@@@activate_only_every 4')).toMatchObject({ every: 4 });
    expect(said('@@after\n@@depth 2')).toMatchObject({ depth: 2 });
  });

  it('X4: instruct decorators are ignored in a chat, so that their fallbacks count', () => {
    for (const name of ['instruct_depth', 'reverse_instruct_depth', 'instruct_scan_depth']) {
      expect(said(`@@${name} 5\n@@@depth 3`), `V3-DEC-${name}`).toMatchObject({ depth: 3 });
    }
  });

  it('V3-DEC-instruct_depth, V3-DEC-reverse_instruct_depth, V3-DEC-instruct_scan_depth: nothing but their fallbacks', () => {
    expect(
      placed('@@instruct_depth 1\n@@reverse_instruct_depth 1\n@@instruct_scan_depth 0\nx'),
    ).toMatchObject({
      position: 'after_char',
      content: 'x',
    });
  });

  it('V3-DEC-depth: so many messages from the newest, from 0 to all of them', () => {
    const depth = (value: number) => placed(`@@depth ${value}\nx`, 'a', 'b', 'c')?.depth;
    expect([depth(2), depth(9), depth(0), depth(-3)]).toEqual([2, 4, 0, 0]);
    expect(placed('@@depth 0\n@@role assistant\nx')).toMatchObject({
      position: 'depth',
      depth: 0,
      role: 'assistant',
    });
  });

  it('V3-DEC-depth, V3-DEC-reverse_depth, V3-DEC-position: position beats depth, depth beats reverse_depth', () => {
    expect(placed('@@depth 1\n@@position scenario\nx')?.position).toBe('scenario');
    expect(placed('@@reverse_depth 1\n@@depth 2\nx', 'a', 'b', 'c')?.depth).toBe(2);
    expect(placed('@@reverse_depth 1\n@@x\n@@@depth 1\nx', 'a', 'b', 'c')?.depth).toBe(1);
    expect(placed('@@reverse_depth 1\nx', 'a', 'b', 'c')?.depth).toBe(3);
    expect(said('@@position after_desc\n@@depth 4\n@@@role user')).toMatchObject({ role: 'user' });
  });

  it('V3-DEC-position, X28: the four places; another value is ignored', () => {
    for (const place of ['after_desc', 'before_desc', 'personality', 'scenario']) {
      expect(placed(`@@position ${place}\nx`)?.position).toBe(place);
    }
    expect(placed('@@position attic\nx')?.position).toBe('after_char');
  });

  it('V3-DEC-role: who the text is from', () => {
    for (const role of ['assistant', 'system', 'user']) expect(placed(`@@role ${role}\nx`)?.role).toBe(role);
  });

  it('V3-DEC-scan_depth: the depth of one entry', () => {
    const entry = rules([{ content: '@@scan_depth 1\nx' }]);
    expect([isAwake(entry, view('bee', 'hm')), isAwake(entry, view('hm', 'bee'))]).toEqual([false, true]);
  });

  it('V3-DEC-activate_only_after, X9: so many messages of the speaker, the greeting among them', () => {
    const entry = rules([{ content: '@@activate_only_after 2\nx' }]);
    expect(isAwake(entry, view('>hello', 'bee'))).toBe(false);
    expect(isAwake(entry, view('>hello', 'hm', '>yes', 'bee'))).toBe(true);
    expect(isAwake(entry, view('>hello', '*hi', '*yes', 'bee'))).toBe(false);
    expect(reason(entry, view('>hello', 'bee'))).toBe('@@activate_only_after 2: it has spoken 1 times');
  });

  it('V3-DEC-activate_only_every, X10: only when the number of them is a multiple; 0 is invalid', () => {
    const entry = rules([{ content: '@@activate_only_every 2\nx' }]);
    const spoken = [['bee'], ['>a', 'bee'], ['>a', '>b', 'bee'], ['>a', '>b', '>c', 'bee']];
    expect(spoken.map((texts) => isAwake(entry, view(...texts)))).toEqual([true, false, true, false]);
    expect(isAwake(rules([{ content: '@@activate_only_every 0\nx' }]), view('>a', 'bee'))).toBe(true);
  });

  it('V3-DEC-keep_activate_after_match, X8: awake from the turn after the one that it matched', () => {
    const entry = rules([{ content: '@@keep_activate_after_match\n@@scan_depth 1\nx' }]);
    expect(isAwake(entry, view('hm', '>yes', 'hm'))).toBe(false);
    expect(isAwake(entry, view('bee', '>yes', 'hm'))).toBe(true);
    expect(isAwake(entry, view('bee', 'hm', '>yes', 'hm'))).toBe(false);
  });

  it('V3-DEC-dont_activate_after_match, X8: asleep from the turn after the one that it matched', () => {
    const entry = rules([{ content: '@@dont_activate_after_match\nx' }]);
    expect(isAwake(entry, view('hm', '>yes', 'bee'))).toBe(true);
    expect(isAwake(entry, view('bee', '>yes', 'bee'))).toBe(false);
  });

  it('V3-DEC-is_greeting: only behind that greeting; ignored when none is known', () => {
    const entry = rules([{ content: '@@is_greeting 1\nx' }]);
    const awake = [0, 1].map((greeting) => isAwake(entry, view('bee'), { greeting }));
    expect([...awake, isAwake(entry, view('bee'))]).toEqual([false, true, true]);
  });

  it('V3-DEC-is_user_icon: only with that icon; ignored when none is known', () => {
    const entry = rules([{ content: '@@is_user_icon Carl\nx' }]);
    const awake = ['Bob', 'Carl'].map((userIcon) => isAwake(entry, view('bee'), { userIcon }));
    expect([...awake, isAwake(entry, view('bee'))]).toEqual([false, true, true]);
  });

  it('V3-DEC-ignore_on_max_context: asleep when the context is full, marked as first to go', () => {
    const entry = rules([{ content: '@@ignore_on_max_context\nx' }]);
    expect(isAwake(entry, view('bee'), { isContextFull: true })).toBe(false);
    expect(activate(entry, view('bee')).activated[0]?.yields).toBe(true);
  });

  it('V3-DEC-additional_keys: one of each list must be there as well', () => {
    const entry = rules([{ content: '@@additional_keys hive, wax\n@@additional_keys sun\nx' }]);
    const awake = ['bee', 'bee wax', 'bee sun', 'bee wax sun', 'bee hive sun'].map((text) =>
      isAwake(entry, view(text)),
    );
    expect(awake).toEqual([false, false, false, true, true]);
    const pattern = rules([{ keys: ['/bee/'], use_regex: true, content: '@@additional_keys /w.x/\nx' }]);
    expect(['bee wux', 'bee'].map((text) => isAwake(pattern, view(text)))).toEqual([true, false]);
  });

  it('V3-DEC-exclude_keys, X22: one of any list puts it to sleep; ignored where keys are expressions', () => {
    const entry = rules([{ content: '@@exclude_keys wasp,fly\n@@exclude_keys moth\nx' }]);
    const awake = ['bee', 'bee, wasp', 'bee, moth'].map((text) => isAwake(entry, view(text)));
    expect(awake).toEqual([true, false, false]);
    const pattern = rules([{ keys: ['/bee/'], use_regex: true, content: '@@exclude_keys wasp\nx' }]);
    expect(isAwake(pattern, view('bee, wasp'))).toBe(true);
  });

  it('V3-DEC-activate, V3-DEC-dont_activate: activate beats dont_activate and all conditions', () => {
    expect(isAwake(rules([{ content: '@@dont_activate\nx' }]), view('bee'))).toBe(false);
    expect(isAwake(rules([{ constant: true, content: '@@dont_activate\nx' }]), view('bee'))).toBe(false);
    expect(isAwake(rules([{ content: '@@dont_activate\n@@activate\nx' }]), view('hm'))).toBe(true);
    expect(isAwake(rules([{ content: '@@activate\n@@activate_only_after 9\nx' }]), view('hm'))).toBe(true);
  });

  it('V3-EN-ENABLED, X21: a disabled entry never activates, not by @@activate either', () => {
    expect(isAwake(rules([{ enabled: false, constant: true, content: '@@activate\nx' }]), view('bee'))).toBe(
      false,
    );
  });

  it('V3-DEC-disable_ui_prompt, X25, X27: prompts are switched off while it is awake, with no text as well', () => {
    const entry = rules([{ content: '@@disable_ui_prompt system_prompt' }]);
    const outcome = activate(entry, view('bee'));
    expect([outcome.hides, contents(outcome)]).toEqual([['system_prompt'], []]);
    expect(activate(entry, view('hm')).hides).toEqual([]);
  });
});
