import { parseJson } from '../failure.ts';

const refusal =
  /\b(?:sorry|as an ai|cannot|can(?:no|['’])t|won['’]t|unable|not able|not comfortable|decline|refuse)\b/i;

/** Whether a reply, which is none of the answers, says that there will be none: nothing, or an excuse. */
export const isRefusal = (reply: string): boolean => reply.trim() === '' || refusal.test(reply);

/**
 * The choice that a reply makes: one of them alone, in quotes or with a full stop, or followed by a comma, colon
 * or dash and a reason; undefined for anything else, such as a refusal.
 */
export const choiceIn = (reply: string, choices: readonly string[]): string | undefined => {
  const [line = ''] = reply.trim().split('\n', 1);
  const said = fold(line);
  const exact = choices.find((choice) => fold(choice) === said);
  if (exact !== undefined || refusal.test(line)) return exact;
  return choices.find((choice) => {
    const start = fold(choice);
    return said.startsWith(start) && /^\s*[.,;:!–—-]\s/u.test(said.slice(start.length));
  });
};

const marks = /^[\s"'`*_([{<]+|[\s"'`*_)\]}>.!,;:]+$/gu;

const fold = (text: string): string => text.normalize('NFC').replace(marks, '').toLowerCase();

/** The JSON in a reply: all of it, or from its first bracket to the last; undefined where there is none. */
export const jsonIn = (reply: string): unknown => {
  const whole = parseJson(reply.trim());
  if (whole !== undefined) return whole;
  const start = reply.search(/[{[]/);
  const end = Math.max(reply.lastIndexOf('}'), reply.lastIndexOf(']'));
  return start >= 0 && end > start ? parseJson(reply.slice(start, end + 1)) : undefined;
};

/** What is whole of a JSON object that breaks off: its pairs before the one that does; undefined where none is. */
export const wholePartOf = (reply: string): unknown => {
  const start = reply.indexOf('{');
  let [depth, isText, end] = [0, false, -1];
  for (let at = start; start >= 0 && at < reply.length; at += 1) {
    const letter = reply[at] ?? '';
    if (isText && letter === '\\') at += 1;
    else if (letter === '"') isText = !isText;
    else if (!isText && /[{[]/.test(letter)) depth += 1;
    else if (!isText && /[}\]]/.test(letter)) depth -= 1;
    else if (!isText && letter === ',' && depth === 1) end = at;
  }
  return end < 0 ? undefined : parseJson(`${reply.slice(start, end)}}`);
};
