/** Who has gone out of earshot and who has come into it, as a text tells; by name, each once. */
export interface ToldPresence {
  readonly left: readonly string[];
  readonly came: readonly string[];
  /** Where those went who left; absent where that is not said. */
  readonly leftTo?: string;
}

const longest = 4000;

interface Patterns {
  readonly goes: RegExp;
  readonly comes: RegExp;
  readonly subject: RegExp;
  readonly unreal: RegExp;
}

let made: Patterns | undefined;

/** Verbs of leaving and coming with what must follow, so that whoever leaves a lamp on a table stays. */
function patterns(): Patterns {
  const room =
    '(?:room|house|inn|tavern|bar|hall|kitchen|building|place|shop|cabin|tent|scene|cellar|ship|car)';
  const end = String.raw`(?=\s*(?:[.,;:!?…—*]|$)|\s+(?:and|with|without|through|by|again|to|into|at|for|while|as|carrying|alone|together)\b)`;
  const walk =
    '(?:walk|go|step|head|storm|stride|slip|run|hurr(?:y|ie)|wander|march|stroll|creep|rush|stalk|stomp)(?:e?s)?';
  const walked =
    '(?:walked|went|stepped|headed|stormed|strode|slipped|ran|hurried|wandered|marched|strolled|crept|rushed|stalked|stomped)';
  const moves = `(?:${walk}|${walked})`;
  const side = '(?<!\\b(?:turn(?:s|ed)?|the|your|my|his|her|their|on|at|to|look(?:s|ed)?) )';
  const leaves = `(?:leaves?|${side}left|exits?|exited)(?: (?:the|this) ${room})?${end}`;
  const away = `${moves} (?:(?:out|off|away|outside|upstairs|downstairs|home)(?: of (?:the|this) ${room})?)${end}`;
  const gone = `(?:departs?|departed)${end}`;
  const back = `(?:comes?|came) (?:back|in|inside|over|home)(?: (?:in|inside))?${end}`;
  const into = `(?:(?:comes?|came) (?:back )?into the ${room}|${moves} (?:back )?(?:in|inside))${end}`;
  const there = `(?:returns?|returned|arrives?|arrived|enters?|entered)(?: (?:the|this) ${room})?${end}`;
  made ??= {
    goes: new RegExp(String.raw`\b(?:${leaves}|${away}|${gone})`, 'iu'),
    comes: new RegExp(String.raw`\b(?:${back}|${into}|${there})`, 'iu'),
    subject: /\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*)*/gu,
    unreal:
      /\b(?:not|never|nobody|if|when|before|until|unless|would|will|might|could|should|may|must|can|wants?|about to|tries|almost|let|hopes?|wish(?:es)?|says?|said)\b|n['’]t\b|\?/iu,
  };
  return made;
}

const quoted = (): RegExp =>
  /"[^"]*(?:"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|„[^“”]*(?:[“”]|$)|(?<![\p{L}])'[^'\n]+'(?![\p{L}])/gu;
const openings = /^(?:Then|And|But|Now|Suddenly|Finally|Later|So|Soon|At last|Slowly|Quietly)\b[\s,]*/u;
const pronoun = (): RegExp => /^(?:(?:I|He|She|They|he|she|they)\b\s*)?(?:(?:\p{L}+ly|then|just)\s+)*$/u;

/** A stretch of narration; between asterisks it tells of whoever speaks where it names nobody. */
interface Narrated {
  readonly text: string;
  readonly isOwn: boolean;
}

/** What is narrated: between asterisks where there are any, else all that is not quoted. */
function narratedIn(text: string): Narrated[] {
  const starred = text.match(/\*[^*\n]{2,400}\*/gu);
  const parts = starred ?? [text.replace(quoted(), ' … ')];
  return parts.flatMap((part) =>
    part
      .replace(/\*/g, '')
      .replace(quoted(), ' … ')
      .split(/(?<=[.!?;…])\s+|\n+/u)
      .map((one) => ({ text: one.trim(), isOwn: starred !== null })),
  );
}

/** Who does what is told behind these words: those who are named there last, or whoever speaks. */
function doersOf(before: string, isOwn: boolean, speaker: string): string[] {
  const said = before.replace(openings, '');
  if (isOwn && pronoun().test(said)) return [speaker];
  const names = said.match(patterns().subject) ?? [];
  const [first = ''] = names;
  if (!said.startsWith(first) || first === '') return isOwn && /^(?:\p{Ll}|$)/u.test(said) ? [speaker] : [];
  const between = /^(?:\s*(?:,|and|, and|&)\s*)$/u;
  const all = [first];
  let at = first.length;
  for (const name of names.slice(1)) {
    const next = said.indexOf(name, at);
    if (!between.test(said.slice(at, next))) break;
    all.push(name);
    at = next + name.length;
  }
  return /^I$|^(?:He|She|They|It|The|You|We)\b/u.test(first) ? (isOwn ? [speaker] : []) : all;
}

function toldBy(
  { text, isOwn }: Narrated,
  verb: RegExp,
  speaker: string,
): { who: string[]; behind: string } | null {
  const found = verb.exec(text);
  if (!found || patterns().unreal.test(text)) return null;
  const behind = text.slice(found.index).toLowerCase();
  return { who: doersOf(text.slice(0, found.index), isOwn, speaker).filter((name) => name !== ''), behind };
}

const whereIn = (behind: string): string | undefined =>
  /\b(upstairs|downstairs|home|outside)\b/u.exec(behind)?.[1] ??
  /\b(?:in)?to (the [\p{L}-]+)/u.exec(behind)?.[1];

/**
 * Who comes and goes in what a text narrates, by rules for English: what is quoted, denied, wished or asked counts for nothing,
 * nor does anybody of whom it tells both. The same text gives the same.
 */
export function toldPresence(text: string, speaker: string): ToldPresence {
  const left = new Set<string>();
  const came = new Set<string>();
  let leftTo: string | undefined;
  for (const narrated of narratedIn(text.slice(0, longest))) {
    const { goes, comes } = patterns();
    const gone = toldBy(narrated, goes, speaker);
    for (const name of gone?.who ?? []) left.add(name);
    if (gone && gone.who.length > 0) leftTo ??= whereIn(gone.behind);
    for (const name of toldBy(narrated, comes, speaker)?.who ?? []) came.add(name);
  }
  const both = [...left].filter((name) => came.has(name));
  const others = (names: Set<string>) => [...names].filter((name) => !both.includes(name));
  return { left: others(left), came: others(came), ...(leftTo !== undefined && { leftTo }) };
}
