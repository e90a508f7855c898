import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/prompt/tokens.ts';

const perText = 4;
const code =
  "for (const [at, name] of names.entries()) {\n  if (name[at] !== '\\n') out.push({ at, name: name + '!' });\n}\n";

describe('SP-18 the estimate of tokens', () => {
  test('is a quarter of the letters and four a text', () => {
    expect([estimateTokens(''), estimateTokens('abcde'), estimateTokens('a'.repeat(400))]).toEqual([
      4, 6, 104,
    ]);
  });

  test.each([
    ['English', '*She looks up, tired.* "You came back," she says. The rain hammers on the roof.', 23],
    [
      'German',
      'Sie blickte müde auf. „Du bist zurückgekommen“, sagte sie. Der Regen trommelte auf das Dach.',
      29,
    ],
    ['Russian', 'Она подняла глаза, уставшая. «Ты вернулся», — сказала она. Дождь барабанил по крыше.', 46],
    ['Chinese', '他抬起头来，看着窗外的雨。河川的水位上涨了，渡船还没有回来。', 38],
    ['Japanese', '彼女は疲れた顔で見上げた。「戻ってきたのね」と彼女は言った。雨が屋根を叩いている。', 50],
    [
      'Korean',
      '그녀는 지친 얼굴로 올려다보았다. "돌아왔구나," 그녀가 말했다. 비가 지붕을 두드리고 있다.',
      54,
    ],
    ['Hindi', 'उसने थकी हुई आँखों से ऊपर देखा। बारिश छत पर गिर रही थी।', 58],
    ['emoji', '😀🎉🦊', 8],
    ['digits', '2024-01-31T12:00:00Z 3.14159', 18],
    ['capitals', 'THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG.', 15],
    ['code', code, 36],
  ])('of %s is near what a real tokenizer counts, and hardly below', (_, text, counted) => {
    const estimate = estimateTokens(text) - perText;
    expect(estimate).toBeGreaterThanOrEqual(0.95 * counted);
    expect(estimate).toBeLessThanOrEqual(2 * counted);
  });

  test('of half a character is no error', () => {
    expect(estimateTokens('\ud800')).toBe(6);
  });
});
