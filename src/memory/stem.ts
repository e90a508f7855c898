/** Letters of a stem as Porter's rules see them: `v` or `c`; a y behind a consonant is a vowel. */
const shapeOf = (stem: string): string => {
  let shape = '';
  for (const letter of stem) {
    const isVowel = 'aeiou'.includes(letter) || (letter === 'y' && shape.endsWith('c'));
    shape += isVowel ? 'v' : 'c';
  }
  return shape;
};

/** How many times a vowel is followed by a consonant. */
const measureOf = (stem: string): number => shapeOf(stem).match(/v+c/g)?.length ?? 0;
const hasVowel = (stem: string): boolean => shapeOf(stem).includes('v');
const isShort = (stem: string): boolean => shapeOf(stem).endsWith('cvc') && !/[wxy]$/.test(stem);

type Endings = Readonly<Record<string, string>>;

const second: Endings = {
  ...{ ational: 'ate', tional: 'tion', enci: 'ence', anci: 'ance', izer: 'ize', logi: 'log', bli: 'ble' },
  ...{ alli: 'al', entli: 'ent', eli: 'e', ousli: 'ous', ization: 'ize', ation: 'ate', ator: 'ate' },
  ...{
    alism: 'al',
    iveness: 'ive',
    fulness: 'ful',
    ousness: 'ous',
    aliti: 'al',
    iviti: 'ive',
    biliti: 'ble',
  },
};
const third: Endings = {
  ...{ icate: 'ic', ative: '', alize: 'al', iciti: 'ic', ical: 'ic', ful: '', ness: '' },
};
const fourth = [
  ...['al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent', 'ion', 'ou', 'ism'],
  ...['ate', 'iti', 'ous', 'ive', 'ize'],
].sort((a, b) => b.length - a.length);

const secondEndings = Object.keys(second).sort((a, b) => b.length - a.length);
const thirdEndings = Object.keys(third).sort((a, b) => b.length - a.length);

const without = (word: string, ending: string): string => word.slice(0, word.length - ending.length);

function plural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (/(?:.ss|.i)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

function past(word: string): string {
  if (word.endsWith('eed')) return measureOf(without(word, 'eed')) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one));
  if (ending === undefined || !hasVowel(without(word, ending))) return word;
  const stem = without(word, ending);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeioulsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measureOf(stem) === 1 && isShort(stem) ? `${stem}e` : stem;
}

const final = (word: string): string =>
  word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;

function replaced(word: string, endings: readonly string[], by: Endings): string {
  const ending = endings.find((one) => word.endsWith(one));
  if (ending === undefined || measureOf(without(word, ending)) === 0) return word;
  return without(word, ending) + (by[ending] ?? '');
}

function shorn(word: string): string {
  const ending = fourth.find((one) => word.endsWith(one));
  if (ending === undefined) return word;
  const stem = without(word, ending);
  return measureOf(stem) > 1 && (ending !== 'ion' || /[st]$/.test(stem)) ? stem : word;
}

function tidied(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const measure = measureOf(stem.slice(0, -1));
    if (measure > 1 || (measure === 1 && !isShort(stem.slice(0, -1)))) stem = stem.slice(0, -1);
  }
  return stem.endsWith('ll') && measureOf(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem;
}

const made = (word: string): string =>
  tidied(shorn(replaced(replaced(final(past(plural(word))), secondEndings, second), thirdEndings, third)));

const known = new Map<string, string>();
const most = 50_000;

/**
 * The stem of a word as `wordsOf` makes them, by Porter's rules for English as SQLite has them behind the mark of an audience
 * (`12xkey`), which keeps short words longer; words of other scripts stay.
 */
export function stemOf(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= most) known.clear();
  const stem = /^[a-z0-9]+$/.test(word) ? made(`x${word}`).slice(1) : word;
  known.set(word, stem);
  return stem;
}
