import { escapeForRegExp } from '../../domain/reg-exp.ts';
import { marksOf, tokensIn } from './marks.ts';
import type { TurnTemplate } from './turn-template.ts';

/** What a text must not contain for one template, and how a line of it is quoted. */
interface Sieve {
  /** The first character of each control token. */
  readonly token: RegExp;
  /** The beginning of each line that opens with words of the template. */
  readonly line: RegExp | null;
  readonly quote: string;
}

const families = [
  '<s> </s> <bos> <eos> <pad> <unk> <mask> <BOS_TOKEN> <EOS_TOKEN> <EOP_TOKEN> <sop> <eop>',
  '<start_of_turn> <end_of_turn> <start_of_image> <end_of_utterance> <role> </role>',
  '<<SYS>> <</SYS>> [INST] [/INST] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [gMASK]',
  '[AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_CALLS] [TOOL_RESULTS] [/TOOL_RESULTS]',
  '<tool_call> </tool_call> <tool_response> </tool_response>',
  '<think> </think> [THINK] [/THINK] <seed:bos> <seed:eos> <seed:think> </seed:think>',
].flatMap((line) => line.split(' '));

/** What follows the bracket in tokens that are known by their shape: `<|…|>`, `<|…>`, `<…|>`, `[|…|]`. */
const shapes = {
  '<': '[|｜][^<>\\s]{1,80}>|[^<>\\s|｜]{1,80}[|｜]>',
  '[': '\\|[^[\\]\\s]{1,80}\\]',
};
/** So much of a line of a template tells that a text opens as it does. */
const longestWords = 200;
const quotes = ['> ', '| ', '- ', '~ '] as const;

const anyOf = (texts: readonly string[]): string => texts.map(escapeForRegExp).join('|');

function sieveOf(template: TurnTemplate): Sieve {
  const marks = marksOf(template);
  const tokens = [...new Set([...families, ...marks.flatMap(tokensIn)])];
  const rests = (bracket: '<' | '[') =>
    `\\${bracket}(?=${shapes[bracket]}|${anyOf(tokens.filter((one) => one[0] === bracket).map((one) => one.slice(1)))})`;
  const lines = marks.flatMap((mark) => mark.split('\n')).filter((line) => tokensIn(line).length === 0);
  const words = [...new Set(lines.map((line) => line.trim().slice(0, longestWords)))].filter(
    (line) => line !== '',
  );
  return {
    token: new RegExp(`${rests('<')}|${rests('[')}`, 'g'),
    line: words.length > 0 ? new RegExp(`^(?=[^\\S\\n\\r\\u2028\\u2029]*(?:${anyOf(words)}))`, 'gim') : null,
    quote: quotes.find((quote) => !words.some((word) => word[0] === quote[0])) ?? quotes[0],
  };
}

const sieves = new WeakMap<TurnTemplate, Sieve>();

/**
 * A text of a card, a model or a person that can forge no turn: a space stands after the first character of each
 * control token of any known family, and lines that open as the template's own are quoted. Idempotent.
 */
export function breakControls(text: string, template: TurnTemplate): string {
  const sieve = sieves.get(template) ?? sieveOf(template);
  sieves.set(template, sieve);
  const broken = text.replace(sieve.token, '$& ');
  return sieve.line ? broken.replace(sieve.line, sieve.quote) : broken;
}
