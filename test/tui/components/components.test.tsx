import { readFileSync } from 'node:fs';
import { render } from 'ink-testing-library';
import type { ReactElement } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Call } from '../../../src/commands/command.ts';
import { directorName } from '../../../src/domain/world/names.ts';
import type { PlayState } from '../../../src/play/chat/play-state.ts';
import { Above, Below } from '../../../src/tui/components/bottom.tsx';
import { Composer, layComposer } from '../../../src/tui/components/composer.tsx';
import { KeyLine } from '../../../src/tui/components/key-line.tsx';
import { PanelView, placeIn } from '../../../src/tui/components/panel.tsx';
import { Rule } from '../../../src/tui/components/rule.tsx';
import { StatusLine } from '../../../src/tui/components/status.tsx';
import { TitleBar } from '../../../src/tui/components/title-bar.tsx';
import { emptyComposer, typedIn } from '../../../src/tui/composer/state.ts';
import type { Panel } from '../../../src/tui/panels/state.ts';
import { rowsOf } from '../../../src/tui/panels/text.ts';
import { themeOf } from '../../../src/tui/themes/theme.ts';
import { alice, bob, carl } from '../fair.ts';
import { SmallPlay } from '../small-play.ts';

const theme = themeOf('plain');
const evil = 'E\x1b[2Jv\x1b]0;owned\x07il';

const drawn = (element: ReactElement): string => {
  const { lastFrame, unmount } = render(element);
  const frame = (lastFrame() ?? '').replace(/\x1b\[[\d;]*m/g, '');
  unmount();
  return frame;
};

const stateWith = (change: Partial<PlayState> = {}): PlayState => ({
  ...new SmallPlay([]).state(),
  ...change,
});

describe('the title', () => {
  test('says what is played, as whom, and who is there, away or writing', () => {
    const play = stateWith({ present: [alice.id, bob.id], generating: { speaker: bob, reading: null } });
    const row = drawn(<TitleBar play={play} theme={theme} width={80} rows={1} />);
    expect(row).toMatch(/^ At the fair · you are Alice +Bob … {2}Carl \(away\)$/);
  });

  test('issue 29.2 in two rows stands where and when it is too, and how they feel, as far as that is perceived', () => {
    const known = stateWith({
      ...{ present: [alice.id, bob.id], generating: null },
      setting: { place: 'the pier', time: 'Wed 4 Oct 1911, 23:20', weather: 'fog' },
      moods: { [alice.id]: 'tired but amused', [bob.id]: 'wary' },
    });
    const rows = (play: PlayState) =>
      drawn(<TitleBar play={play} theme={theme} width={100} rows={2} />).split('\n');
    expect(rows(known)[0]).toMatch(/^ At the fair {3,}the pier · Wed 4 Oct 1911, 23:20 · fog$/);
    expect(rows(known)[1]).toMatch(/^ you are Alice · tired but amused {3,}Bob · wary {4}\(Carl away\)$/);
    const writing = rows({ ...known, generating: { speaker: bob, reading: null } });
    expect(writing[1]).toContain('Bob writing…');
    expect(rows(stateWith())).toEqual([
      ' At the fair',
      expect.stringMatching(/^ you are Alice {3,}Bob {4}Carl$/),
    ]);
  });

  test('a cast that does not fit is counted', () => {
    const cast = Array.from({ length: 30 }, (_, at) => ({ id: `c${at}`, name: `Somebody ${at}` }));
    const row = drawn(
      <TitleBar play={stateWith({ cast: [alice, ...cast] })} theme={theme} width={80} rows={1} />,
    );
    expect(row).toMatch(/\+\d+ *$/);
    expect(row.length).toBeLessThanOrEqual(80);
  });

  test('invariant 9: a title and names cannot act', () => {
    const play = stateWith({ chat: { id: 'c', title: evil }, cast: [alice, { ...bob, name: evil }] });
    expect(drawn(<TitleBar play={play} theme={theme} width={80} rows={1} />)).not.toMatch(/[\x07\x1b]/);
  });
});

describe('the rule', () => {
  test('says who is next and why, and how much is new below', () => {
    const next = { speakers: [carl], why: 'named' };
    const row = drawn(<Rule play={stateWith({ next })} below={3} theme={theme} width={60} />);
    expect(row).toMatch(/^── ↓ 3 new ─+ next: Carl \(named\) ─$/);
    expect(row).toHaveLength(60);
  });

  test('says so when nobody would answer', () => {
    const next = { speakers: [], why: 'nobody is here' };
    expect(drawn(<Rule play={stateWith({ next })} below={0} theme={theme} width={60} />)).toContain(
      'next: nobody (nobody is here)',
    );
  });
});

describe('the status line', () => {
  const usage = {
    ...{ promptTokens: 4000, reusedTokens: 3000, generatedTokens: 120, firstTokenMs: 500, totalMs: 4500 },
    ...{ backend: 'llamacpp', model: 'small', evening: { tokens: 4120, cost: 0 } },
  };
  const backend = { kind: 'llamacpp', model: 'small', isModel: true, context: 8000 };

  test('says the model, how full its context is, what was reused and how fast it wrote', () => {
    const props = { play: stateWith({ backend }), usage, fill: null, theme, width: 92, isTitled: true };
    expect(drawn(<StatusLine {...props} />)).toBe('llamacpp small · 50 % full, 75 % reused · 30 tokens/s');
  });

  test('issue 29.11 of others’ lines it tells how full one’s own context is and how fast they come; no 0 tokens/s', () => {
    const others = { ...usage, promptTokens: 0, reusedTokens: 0 };
    const props = { play: stateWith({ backend }), fill: 0.344, theme, width: 92, isTitled: true };
    expect(drawn(<StatusLine {...props} usage={others} />)).toBe(
      'llamacpp small · context 34 % full · 30 tokens/s',
    );
    const slow = { ...others, generatedTokens: 1 };
    expect(drawn(<StatusLine {...props} usage={slow} />)).toBe('llamacpp small · context 34 % full');
    expect(drawn(<StatusLine {...props} usage={null} />)).toBe('llamacpp small · context 34 % full');
  });

  test('parts that do not fit are left out, the most important stay', () => {
    const play = stateWith({ backend, generating: { speaker: bob, reading: 0.5 } });
    const row = drawn(<StatusLine {...{ play, usage, fill: null, theme, width: 40, isTitled: true }} />);
    expect(row).toBe('Bob is reading 50 %, Esc stops');
  });
});

describe('the composer', () => {
  test('shows what may be done where it is empty, else the draft behind the name of who writes', () => {
    const play = stateWith();
    const at = { width: 30, most: 3 };
    const empty = layComposer(emptyComposer(), play, at);
    expect(drawn(<Composer laid={empty} theme={theme} width={30} />)).toMatch(/^Alice > write, or/);
    const onlooker = stateWith({ playing: { id: directorName, name: directorName } });
    const looked = layComposer(emptyComposer(), onlooker, { width: 60, most: 3 });
    expect(drawn(<Composer laid={looked} theme={theme} width={60} />)).toBe(
      '* > you look on; /as NAME to write',
    );
    const laid = layComposer(typedIn(emptyComposer(), 'one two three four five six'), play, at);
    expect(drawn(<Composer laid={laid} theme={theme} width={30} />)).toBe(
      'Alice > one two three four\n        five six',
    );
  });
});

describe('the keys', () => {
  test.each([
    ['empty', '? keys and commands'],
    ['draft', 'Enter send'],
    ['list', '↑↓ move'],
    ['message', '↑↓ j k move'],
    ['tour', 'Esc end the tour'],
  ] as const)('where the keyboard is: %s', (situation, wanted) => {
    const row = drawn(<KeyLine situation={situation} play={stateWith()} theme={theme} width={92} />);
    expect(row).toContain(wanted);
  });

  test('the way out is told however few keys fit', () => {
    const at = { situation: 'message', play: stateWith(), theme } as const;
    expect(drawn(<KeyLine {...at} width={80} />)).toMatch(/^↑↓ j k move .* g G first \/ latest {3}Esc back$/);
    expect(drawn(<KeyLine {...at} width={30} />)).toBe('↑↓ j k move   Esc back');
    expect(drawn(<KeyLine {...at} width={8} />)).toBe('Esc back');
  });

  test('Esc stops where somebody writes', () => {
    const play = stateWith({ generating: { speaker: bob, reading: null } });
    const below = {
      situation: 'empty',
      play,
      usage: null,
      fill: null,
      isTall: true,
      theme,
      width: 80,
    } as const;
    expect(drawn(<Below {...below} />)).toContain('Esc stop');
  });
});

describe('what stands above the composer', () => {
  const props = { menu: null, search: null, notice: null, step: null, hasPanel: false, below: 0 };
  const place = { columns: 60, theme, left: 4, width: 50, most: 9 };

  test('a notice is wrapped in the column, four rows at most', () => {
    const notice = { tone: 'calm', text: `${'word '.repeat(100)}\x1b[2J` } as const;
    const rows = drawn(<Above {...props} {...place} notice={notice} play={stateWith()} />).split('\n');
    expect(rows).toHaveLength(5);
    for (const row of rows.slice(1)) expect(row).toMatch(/^ {4}\S.{0,49}$/);
  });

  test('a search is in front of a notice', () => {
    const notice = { tone: 'calm', text: 'told' } as const;
    const frame = drawn(
      <Above {...props} {...place} notice={notice} search={{ text: 'key', cursor: 3 }} play={stateWith()} />,
    );
    expect(frame).toContain('search: key');
    expect(frame).not.toContain('told');
  });
});

describe('panels', () => {
  const call = {} as Call;
  const view = (panel: Panel, height = 8): string =>
    drawn(<PanelView panel={panel} theme={theme} room={{ width: 30, height }} cursor={0} />);

  test('a list shows its rows around the chosen one, what is dim behind them, and a preview of it', () => {
    const items = Array.from({ length: 20 }, (_, at) => ({
      ...{ label: `row ${at}`, detail: 'what it is', call, preview: () => [`preview of ${at}`] },
    }));
    const frame = view({ type: 'list', title: 'Rows', items, chosen: 9, filter: '' }, 10);
    expect(frame).toMatch(/row 9 +what it is/);
    expect(frame).toContain('preview of 9');
    expect(frame).not.toContain('row 0');
    expect(frame.split('\n').length).toBeLessThanOrEqual(10);
  });

  test('a preview that is longer than its room says so', () => {
    const preview = () => ['one '.repeat(40)];
    const list = { type: 'list', title: 'Rows', items: [{ label: 'row', call, preview }] } as const;
    const rows = view({ ...list, chosen: 0, filter: '' })
      .trimEnd()
      .split('\n');
    expect(rows.at(-1)).toMatch(/^one .*…$/);
    expect(rows.at(-1)?.length).toBeLessThanOrEqual(30);
  });

  test.each([
    [
      'model       the understudy speaks',
      24,
      ['model       the', '            understudy', '            speaks'],
    ],
    ['            of its own accord', 25, ['            of its own', '            accord']],
    ['Ctrl+J, Alt+Enter, Shift+Enter   new line', 40, ['Ctrl+J, Alt+Enter, Shift+Enter  new line']],
    ['Ctrl+W, Ctrl+Backspace   cut word left', 26, ['Ctrl+W, Ctrl+Backspace', '  cut word left']],
    ['He sat.  She did not sit.', 20, ['He sat.  She did not', 'sit.']],
    ['as   it   is', 12, ['as   it   is']],
  ])('what does not fit goes on below the column that it stands in: %s', (line, width, rows) => {
    expect(rowsOf([line], width)).toEqual(rows);
  });

  test('the whole label of a row that was cut is its preview', () => {
    const label = 'a label that is much too long for the row that it has';
    const frame = view({ type: 'list', title: 'Rows', items: [{ label, call }], chosen: 0, filter: '' });
    expect(frame.replace(/\s+/g, ' ')).toContain(label);
  });

  test('a text that is longer than the panel says where one is, a list which row is chosen', () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`);
    const text = { type: 'text', title: 'Long', lines, top: 42 } as const;
    expect(view(text)).toMatch(/^line 42\n[\s\S]*line 49$/);
    expect(placeIn(text, { width: 30, height: 8 })).toBe('50/50');
    expect(placeIn(text, { width: 30, height: 50 })).toBe('');
    const items = lines.map((label) => ({ label, call }));
    const list = { type: 'list', title: 'Long', items, chosen: 10, filter: '' } as const;
    expect(placeIn(list, { width: 30, height: 8 })).toBe('11/50');
  });

  test('rows that are called the same are all there, and React has nothing to complain of', () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const items = ['one', 'one', 'two'].map((label) => ({ label, call }));
    const frame = view({ type: 'list', title: 'Three', items, chosen: 0, filter: '' });
    expect(frame).toMatch(/1 one *\n2 one\n3 two/);
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });

  test('a list that has few rows gives them all to its items', () => {
    const items = Array.from({ length: 9 }, (_, at) => ({
      label: `row ${at}`,
      call,
      preview: () => ['what'],
    }));
    const frame = view({ type: 'list', title: 'Rows', items, chosen: 0, filter: '' }, 5);
    expect(frame).toContain('row 2');
    expect(frame).not.toContain('what');
  });

  test('a picture stands beside the preview in half blocks where there is room and colour', () => {
    const png = readFileSync(new URL('../../../cards/the-toll-keeper.png', import.meta.url));
    const items = [{ label: 'Fathom', call, preview: () => ['a heron'], picture: () => png }];
    const panel = { type: 'list', title: 'Cards', items, chosen: 0, filter: '' } as const;
    const at = (width: number, palette: 'all' | null) =>
      drawn(
        <PanelView
          {...{ panel, room: { width, height: 16 }, cursor: 0 }}
          theme={{ ...themeOf('dark'), palette }}
        />,
      );
    expect(at(60, 'all')).toMatch(/▀{10,20} {2}a heron/);
    expect(at(60, null)).not.toContain('▀');
    expect(at(38, 'all')).not.toContain('▀');
  });

  test('a field shows what it is for, and its text', () => {
    const field = {
      type: 'field',
      title: 'hard',
      lines: ['how long'],
      value: '4096',
      call: () => call,
    } as const;
    expect(view(field)).toMatch(/^how long\n> 4096 *$/);
  });

  test('what stands before a filter and what a search is called are dim as the theme has it', () => {
    const dim = { ...theme, dim: '35' };
    const panel: Panel = { type: 'list', title: 'Rows', items: [], chosen: 0, filter: 'x' };
    const room = { width: 30, height: 4 };
    const above = { menu: null, notice: null, step: null, hasPanel: false, below: 0, columns: 60 };
    const place = { left: 4, width: 50, most: 9, play: stateWith() };
    const frameOf = (element: ReactElement): string | undefined => render(element).lastFrame();
    expect(frameOf(<PanelView panel={panel} theme={dim} room={room} cursor={1} />)).toContain('\x1b[35m› ');
    expect(frameOf(<Above {...above} {...place} search={{ text: 'x', cursor: 1 }} theme={dim} />)).toContain(
      '\x1b[35msearch: ',
    );
  });

  test('invariant 9: a question shows its answers and what it is about, and nothing in it acts', () => {
    const answers = [{ key: 'y', label: evil, call }];
    const frame = view({
      type: 'question',
      tone: 'calm',
      title: evil,
      lines: [evil],
      details: [evil],
      answers,
    });
    expect(frame).toMatch(/y .*il · d details · n no/);
    expect(frame).not.toMatch(/[\x07\x1b]/);
  });
});
