import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readCardFile } from '../../src/app/library/card-files.ts';
import type { Card } from '../../src/cards/character.ts';
import { editCard } from '../../src/cards/write/edit.ts';
import { exportCard } from '../../src/cards/write/export.ts';
import { charxWith, jpeg, withAssetsOf } from '../cards/containers.ts';
import { base64Of, bytesOf, joined, pngWith, readJson, textChunk, v3 } from '../cards/fixtures.ts';
import { PtyRun } from '../tui/pty/run-in-pty.ts';
import { until } from '../until.ts';
import { notOnWindows } from '../windows.ts';
import { builtProgram } from './built.ts';
import { Stage } from './sotto.ts';

notOnWindows('a terminal as Unix has it');

const main = builtProgram();
const toll = fileURLToPath(new URL('../../cards/the-toll-keeper.png', import.meta.url));
const half = /[▀▄]/;
const ofOtherTerminals = ['TERM_PROGRAM', 'KITTY_WINDOW_ID', 'TMUX', 'STY', 'COLORTERM', 'FORCE_COLOR'];

const v3With = (data: object): object => ({ ...v3, data: { ...v3.data, ...data } });
const shown = (card: object) => {
  const stage = new Stage();
  return stage.text('card', 'show', stage.file('card.json', JSON.stringify(card)));
};

describe('the portrait of `card show`', () => {
  let run: PtyRun | undefined;
  afterEach(() => {
    run?.kill();
    vi.unstubAllEnvs();
  });

  const onTerminal = async (args: string[], env: Record<string, string>): Promise<string> => {
    for (const name of ofOtherTerminals) vi.stubEnv(name, undefined);
    const started = new PtyRun([main, 'card', 'show', ...args], env, true);
    run = started;
    await until(() => expect(started.output).toContain('[ended 0]'));
    return started.output;
  };

  test('HC-43 a person sees it where the terminal can draw it', async () => {
    const drawn = await onTerminal([toll], { COLORTERM: 'truecolor' });
    expect(drawn).toMatch(/^\x1b\[38;2;\d+;\d+;\d+;48;2;\d+;\d+;\d+m▀/);
    expect(drawn).toContain('v3 3.0 png');
    expect(await onTerminal([toll], { TERM: 'xterm-kitty' })).toMatch(/\x1b_Ga=T,f=100,c=27,r=20,/);
  });

  test('HC-43 no portrait with NO_COLOR, with --json, or for a script', async () => {
    for (const [args, env] of [
      [[toll], { NO_COLOR: '1', COLORTERM: 'truecolor' }],
      [[toll], { NO_COLOR: '1', TERM: 'xterm-kitty' }],
      [[toll, '--json'], { COLORTERM: 'truecolor' }],
    ] as const) {
      const text = await onTerminal([...args], env);
      expect(text).toContain('Fathom of Quill Sound');
      expect(text).not.toMatch(half);
      expect(text).not.toContain('\x1b_G');
    }
    const stage = new Stage({ COLORTERM: 'truecolor', TERM: 'xterm-kitty', FORCE_COLOR: '3' });
    expect(await stage.text('card', 'show', toll)).not.toMatch(/[▀▄\x1b]/);
  });

  test('what cannot be drawn is told in one line, and the card is shown', async () => {
    const stage = new Stage();
    const file = stage.file('a.jpg', joined(jpeg, charxWith(v3)));
    const text = await onTerminal([file], { COLORTERM: 'truecolor' });
    expect(text).toContain('The portrait cannot be shown: only PNG pictures can be shown');
    expect(text).toContain('Ada Third');
    expect(text).not.toMatch(half);
  });
});

describe('what `card show` tells', () => {
  test('V3-SRC-4 sources are listed, each address in a line of its own', async () => {
    const source = ['https://example.org/ada?x=1#y', 'book:17', 'https://a.b/c\ncreator: nobody\u001b[2J', 7];
    expect(await shown(v3With({ source }))).toContain(
      [
        'source: https://example.org/ada?x=1#y',
        'source: book:17',
        'source: https://a.b/c creator: nobody',
        'notes:',
      ].join('\n'),
    );
    const many = Array.from({ length: 300 }, (_, at) => `https://a.b/${at}`);
    const text = await shown(v3With({ source: many }));
    expect(text).toContain('source: https://a.b/19\nsource: 300 in all\n');
    expect(text).not.toContain('https://a.b/20');
  });

  test('V3-AST-EMO assets by type and name; emotions are named, and neutral is the default one', async () => {
    const asset = (type: string, name: string) => ({ type, name, uri: 'https://x/y', ext: 'png' });
    const assets = [
      asset('icon', 'main'),
      asset('emotion', 'smile'),
      asset('background', 'hall'),
      asset('emotion', 'neutral'),
      asset('icon', 'coat'),
    ];
    const text = await shown(withAssetsOf(...assets));
    expect(text).toContain(
      'assets: icon main (remote), icon coat (remote), background hall (remote)\n' +
        'emotions: smile (remote), neutral (the default, remote)\n',
    );
  });

  test('V2-CN-SHOW the notes are shown in full, in their paragraphs', async () => {
    const paragraphs = ['First. '.repeat(200).trim(), 'Second:\n- one\n- two', 'warning: third'];
    const text = await shown(v3With({ creator_notes: paragraphs.join('\n\n') }));
    const indented = paragraphs.map((paragraph) => paragraph.replace(/^/gm, '  ')).join('\n\n');
    expect(text).toContain(`\nnotes:\n${indented}\ngreetings: `);
    expect(await shown(v3With({ creator_notes: 'Just one.' }))).toContain('\nnotes: Just one.\n');
  });

  test('V2-CN-SHOW each character of a multi-character card has its notes', async () => {
    const chars = ['Ann', 'Ben'].map((name) => ({ ...v3.data, name, creator_notes: `About ${name}.` }));
    const text = await shown({ chars });
    expect(text).toContain('notes for Ann: About Ann.\nnotes for Ben: About Ben.\n');
  });
});

describe('V3-SRC-3 nothing is ever removed from `source`', () => {
  const sourceOf = ({ raw }: Card): unknown => (raw.data as Record<string, unknown>).source;
  const source = fc.array(fc.oneof(fc.webUrl(), fc.string(), fc.integer()), { maxLength: 5 });
  const forms = [
    { to: 'json', spec: 'v2' },
    { to: 'json', spec: 'v3' },
    { to: 'png', spec: 'v2' },
    { to: 'png', spec: 'v3' },
    { to: 'charx', spec: 'v3' },
  ] as const;

  test('for all sources: by reading, editing and exporting in each form', () => {
    fc.assert(
      fc.property(source, fc.string(), fc.constantFrom(...forms), (given, creator, form) => {
        const read = readJson(v3With({ source: given }));
        const edited = editCard(read, 0, { creator, name: 'Somebody else' });
        const file = bytesOf(JSON.stringify(edited.raw));
        const { bytes } = exportCard(edited, { ...form, file, picture: pngWith(), now: 0 });
        for (const card of [read, edited, readCardFile(bytes)]) expect(sourceOf(card)).toEqual(given);
      }),
    );
  });

  test('by import, `card edit` and export', async () => {
    const given = ['id', 'https://a.b/c', 'https://a.b/c', '', 7];
    const stage = new Stage({ EDITOR: './editor.sh', VISUAL: '' });
    const script = `#!/bin/sh\nsed -i.old 's/creator = "someone"/creator = "Nobody"/' "$1"\n`;
    chmodSync(stage.file('editor.sh', script), 0o755);
    const png = pngWith(textChunk('ccv3', base64Of(v3With({ source: given }))));
    const [card] = await stage.json('card', 'import', stage.file('a.png', png));
    const [edited] = await stage.json('card', 'edit', card?.id ?? '');
    const out = join(stage.folder, 'out.json');
    await stage.json('card', 'export', edited?.id ?? '', '--to', 'json', '--out', out);
    const exported = readCardFile(readFileSync(out));
    expect(sourceOf(exported)).toEqual(given);
    expect(exported.characters[0]?.creator).toBe('Nobody');
  });
});
