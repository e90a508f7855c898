import { describe, expect, it } from 'vitest';
import { bytesOf, readJson, refusal } from './fixtures.ts';

const seed = {
  sys_prompt: 'This is a chat between Alice, Bob and Carl.',
  role: 'Alice',
  filepath: 'sysprompts/alice_bob_carl.json',
  chars: ['Alice', 'Bob', 'Carl'],
  first_msg: 'Hey guys!',
};

describe('a multi-character card', () => {
  it('KT-19: cast list, start role, shared system prompt and first message are read', () => {
    const card = readJson(seed);
    expect(card).toMatchObject({
      spec: 'multi',
      specVersion: '',
      rules: seed.sys_prompt,
      opening: 'Hey guys!',
      role: 'Alice',
      warnings: [],
    });
    expect(card.characters.map(({ name }) => name)).toEqual(['Alice', 'Bob', 'Carl']);
    expect(card.characters[1]).toMatchObject({ description: '', greetings: [], book: null });
  });

  it('KT-19: an element of chars may be an object, and its secret belongs to that character alone', () => {
    const bob = {
      name: 'Bob',
      description: 'Tall.',
      personality: 'Shy.',
      example: 'Bob: Oh.',
      secret: 'Is Rob.',
    };
    const [alice, second] = readJson({ ...seed, chars: ['Alice', bob] }).characters;
    expect(second).toMatchObject({
      name: 'Bob',
      description: 'Tall.\n\nIs Rob.',
      personality: 'Shy.',
      exampleDialogue: 'Bob: Oh.',
    });
    expect(JSON.stringify(alice)).not.toContain('Rob');
  });

  it('the role is matched case-insensitively; one that is not in the cast is ignored with a warning', () => {
    expect(readJson({ ...seed, role: ' bOB ' }).role).toBe('Bob');
    const stranger = readJson({ ...seed, role: 'Dan' });
    expect(stranger.role).toBe('');
    expect(stranger.warnings).toEqual(['role names nobody in chars: ignored']);
  });

  it('elements without a name and names met twice are left out with a warning', () => {
    const card = readJson({ ...seed, chars: ['Alice', ' alice', '', null, 7, {}, [], 'Bob'] });
    expect(card.characters.map(({ name }) => name)).toEqual(['Alice', 'Bob']);
    expect(card.warnings).toContain('chars names someone twice: the first counts');
    expect(card.warnings).toContain('An element of chars has no name: ignored');
  });

  it('missing parts are empty, with one warning', () => {
    const card = readJson({ chars: ['Alice'] });
    expect(card).toMatchObject({ rules: '', opening: '', role: '' });
    expect(card.warnings).toEqual(['The card has no sys_prompt, role, first_msg: read as empty']);
  });

  it('a card that names nobody is refused', () => {
    expect(refusal(bytesOf(JSON.stringify({ ...seed, chars: [] })))).toMatchObject({
      code: 'not_a_card',
      message: expect.stringContaining('chars'),
    });
  });
});
