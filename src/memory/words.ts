/** Words that say how a question is put, not what it is about. */
const empty =
  'a about after all also am an and any are as at be because been before being but by can could did do does doing done for from had has have having he her hers him his how i if in into is it its just me might mine my no not of on or our out she should so some than that the their theirs them then there these they this those to too up us was we were what when where which while who whom whose why will with would you your yours s t d ll re ve m don didn';

/** Forms of English words that no rule for endings brings together. */
const irregular =
  'go went gone,buy bought,get got,make made,take took taken,give gave given,see saw seen,find found,win won,run ran,write wrote written,meet met,eat ate eaten,drive drove,feel felt,keep kept,leave left,lose lost,tell told,teach taught,think thought,begin began,grow grew grown,choose chose,break broke,speak spoke,wear wore,sell sold,say said,know knew,bring brought,come came,hear heard,build built,spend spent,sing sang,draw drew,child children kid kids,mom mother mum,dad father';

const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

interface Tables {
  readonly empty: ReadonlySet<string>;
  readonly forms: ReadonlyMap<string, readonly string[]>;
}

let made: Tables | null = null;

/** Made when somebody first asks: most commands do not. */
const tables = (): Tables => {
  made ??= {
    empty: new Set(empty.split(' ')),
    forms: new Map(
      irregular.split(',').flatMap((row) => {
        const forms = row.split(' ');
        return forms.map((form) => [form, forms] as const);
      }),
    ),
  };
  return made;
};

/** Whether a word says nothing of what is asked for. */
export const isEmptyWord = (word: string): boolean => tables().empty.has(word);

/** The forms in which a word may be said, itself first. */
export const formsOf = (word: string): readonly string[] => {
  const forms = tables().forms.get(word) ?? [];
  return [word, ...forms.filter((form) => form !== word)];
};

/** The month, from 1, that a word names; 0 where it names none. */
export const monthOf = (word: string): number => months.indexOf(word) + 1;
