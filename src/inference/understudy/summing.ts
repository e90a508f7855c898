const begins = /\nWhat was said\n/;
const ends =
  /\n\n(?:(?:What came before that in it|Who .+ is|How .+ stands to the others|What they have kept together until now|How they are with each other)\n|Beside the play: )/;
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

/** What was said in a scene that is to be told; undefined where none stands in the text. */
export const scriptIn = (text: string): string | undefined => text.split(begins)[1]?.split(ends)[0];

/**
 * What a scene comes to, by rule: who spoke, and the first words of the lines that matter most. `head` finds who says a row,
 * `weightOf` how much one matters. Empty where no scene stands in the text.
 */
export function sceneIn(text: string, head: RegExp, weightOf: (said: string) => number): string {
  const script = scriptIn(text);
  if (script === undefined) return '';
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
