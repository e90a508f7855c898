const begins = /\nWhat was said\n/;
const ends =
  /\n\n(?:(?:What came before that in it|Who .+ is|How .+ stands to the others|What they have kept together until now|How they are with each other)\n|Beside the play: )/;
const firstLine = /which began with the line ("(?:\\.|[^"\\])*")/;
const mostRows = 400;
const weightiest = 2;
const fewWords = 14;

interface Row {
  readonly speaker: string;
  readonly said: string;
}

const firstWords = (said: string): string => {
  const words = said.split(/\s+/).filter((word) => word !== '');
  return words.length > fewWords ? `${words.slice(0, fewWords).join(' ')}…` : words.join(' ');
};

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The lines of a text from the one that a question names as the first of a scene. */
function sinceNamed(text: string, question: string): string | undefined {
  const [, named] = firstLine.exec(question) ?? [];
  if (named === undefined) return undefined;
  const begin: string = JSON.parse(named);
  const rows = text.split('\n');
  const at = rows.findLastIndex((row) => row.includes(begin));
  return at < 0 ? undefined : rows.slice(at).join('\n');
}

/** What was said in a scene that is to be told, before a question; undefined where none stands in the text. */
export const scriptIn = (text: string, question: string): string | undefined =>
  text.split(begins)[1]?.split(ends)[0] ?? sinceNamed(text, question);

/**
 * What the script of a scene comes to, by rule: who spoke, and the first words of the lines that matter most. `head` finds who
 * says a row, `weightOf` how much one matters. Empty for no row.
 */
export function sceneIn(script: string, head: RegExp, weightOf: (said: string) => number): string {
  const rows = script
    .split('\n')
    .slice(-mostRows)
    .flatMap((row): Row[] => {
      const [, speaker = '', said = ''] = head.exec(row) ?? [];
      return said === '' ? [] : [{ speaker, said }];
    });
  const ranked = rows.map((row, at) => ({ row, at, weight: weightOf(row.said) }));
  const chosen = ranked
    .sort((a, b) => b.weight - a.weight || b.at - a.at)
    .slice(0, weightiest)
    .sort((a, b) => a.at - b.at);
  const speakers = listed([...new Set(rows.map(({ speaker }) => speaker))]);
  const told = chosen.map(({ row }) => `${row.speaker} said: “${firstWords(row.said)}”`);
  return rows.length === 0 ? '' : [`${speakers} spoke.`, ...told].join(' ');
}
