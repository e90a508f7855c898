import * as z from 'zod/mini';

/** How much of a line on the screen a value takes: a word, a name or names of the cast, or all that is left. */
type Extent = 'word' | 'name' | 'names' | 'rest';

/** What a value names, so that a screen can offer those that there are. */
export type Named =
  | 'book'
  | 'branch'
  | 'card'
  | 'character'
  | 'chat'
  | 'file'
  | 'group'
  | 'hearer'
  | 'kind'
  | 'message'
  | 'persona'
  | 'preset'
  | 'tool';

/** What a value may be, how it is read from text, and how a wrong one is answered. */
export interface Kind<T> {
  readonly schema: z.ZodMiniType<T>;
  /** Of the SottoError that answers a wrong value. */
  readonly code: string;
  /** What a right value is, for that error: `VALUE is not …`. */
  readonly expected: string;
  readonly extent: Extent;
  /** Everything that it may be, where that is known. */
  readonly choices?: readonly string[];
  /** What it names, where that can be listed. */
  readonly names?: Named;
  /** Whether `-` stands for what comes by standard input. */
  readonly isTyped?: boolean;
}

/** One argument, option or flag of a command. */
export interface Parameter<T = unknown> {
  /** As commander writes it: `<message>`, `[text]`, `<files...>`, `--turns <n>`, `--force`. */
  readonly form: string;
  readonly summary: string;
  readonly kind: Kind<unknown>;
  readonly isRequired: boolean;
  /** What an option is when it is not given, as text. */
  readonly usual?: string;
  /** Where alone it is offered; absent = on the command line and on the screen. */
  readonly only?: 'script' | 'screen';
  /** Never there: the type of its value. */
  readonly type?: T;
}

/** What was given for a parameter: text, several texts, names taken apart, or that a flag is there. */
export type Given = string | readonly string[] | boolean | undefined;

/** The parameters of a command, by the names of their values. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of a command's parameters. */
export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

const of = <T>(schema: z.ZodMiniType<T>, extent: Extent, code: string, expected: string): Kind<T> => ({
  ...{ schema, extent, code, expected },
});

const string = z.string();

/** One word, such as an id, an address or a file. */
export const word = of(string, 'word', 'bad_argument', 'a word');
/** A text; `-` reads it from standard input. */
export const typed: Kind<string> = { ...of(string, 'rest', 'bad_argument', 'a text'), isTyped: true };
/** All the words that are left. */
export const text = of(string, 'rest', 'bad_argument', 'a text');
/** The name of a character. */
export const name: Kind<string> = { ...of(string, 'name', 'bad_argument', 'a name'), names: 'character' };
/** Names with commas between, each as it is known where somebody is called so. */
export const names: Kind<string[]> = {
  ...of(z.array(string), 'names', 'bad_argument', 'a list of names, such as Bob,Carl'),
  names: 'character',
};
/** Names of an audience: of characters, and of groups. */
export const hearers: Kind<string[]> = { ...names, names: 'hearer' };
/** One word that names something of this sort. */
export const nameOf = (named: Named): Kind<string> => ({ ...word, names: named });
/** A whole number above 0. */
export const positive = of(
  z.pipe(
    z.pipe(
      string.check(z.regex(/\S/)),
      z.transform((given) => Number(given)),
    ),
    z.int().check(z.positive()),
  ),
  'word',
  'bad_number',
  'a whole number above 0, such as 3',
);
/** A whole number, below 0 too. */
export const signed = of(
  z.pipe(
    z.pipe(
      string.check(z.regex(/^[+-]?\d+$/)),
      z.transform((given) => Number(given)),
    ),
    z.int(),
  ),
  'word',
  'bad_number',
  'a whole number, such as 4 or -4',
);
/** A whole number from 0 on. */
export const whole = of(
  z.pipe(
    z.pipe(
      string.check(z.regex(/^\d+$/)),
      z.transform((given) => Number(given)),
    ),
    z.int(),
  ),
  'word',
  'bad_number',
  'a whole number of at least 0, such as 4',
);

/** How much something matters. */
export const level: Kind<number> = { ...whole, expected: '0 (routine), 1, 2 or 3 (pivotal)' };

/** `on` or `off`. */
export const onOff: Kind<boolean> = {
  ...of(
    z.pipe(
      z.enum(['on', 'off']),
      z.transform((given) => given === 'on'),
    ),
    'word',
    'bad_argument',
    'on or off',
  ),
  choices: ['on', 'off'],
};

/** One of these words. */
export const choice = <const Choices extends readonly string[]>(
  choices: Choices,
  code = 'bad_argument',
): Kind<Choices[number]> => ({
  ...of<Choices[number]>(z.enum(choices), 'word', code, `one of ${choices.join(', ')}`),
  choices,
});

type Argument<Form extends string, T> = Parameter<
  Form extends `${string}...${string}` ? readonly T[] : Form extends `[${string}` ? T | undefined : T
>;

/** An argument, by its place: `<needed>`, `[optional]`, `<several...>`. */
export const argument = <Form extends string, T>(
  form: Form,
  kind: Kind<T>,
  summary = '',
): Argument<Form, T> => ({ form, kind, summary, isRequired: form.startsWith('<') }) as Argument<Form, T>;

/** An option with a value: `--turns <n>`; with `...` behind its value it may be given several. */
export const option = <Form extends string, T>(
  form: Form,
  kind: Kind<T>,
  summary: string,
): Parameter<Form extends `${string}...${string}` ? readonly T[] | undefined : T | undefined> =>
  ({ form, kind, summary, isRequired: false }) as never;

/** An option that must be given. */
export const needed = <T>(form: string, kind: Kind<T>, summary: string): Parameter<T> => ({
  ...{ form, kind, summary, isRequired: true },
});

/** An option that has a value when none is given. */
export const usually = <T>(form: string, kind: Kind<T>, usual: string, summary: string): Parameter<T> => ({
  ...{ form, kind, summary, usual, isRequired: false },
});

const flagKind: Kind<boolean> = of(z.boolean(), 'word', 'bad_argument', 'a flag');

/** Something that is said or not: `--force`. */
export const flag = (form: string, summary: string): Parameter<boolean> => ({
  ...{ form, summary, kind: flagKind, isRequired: false },
});

/** A parameter that one side alone offers. */
export const onlyIn = <T>(only: 'script' | 'screen', parameter: Parameter<T>): Parameter<T> => ({
  ...parameter,
  only,
});

/** Whether a parameter is an option or a flag, and not known by its place. */
export const isOption = ({ form }: Parameter): boolean => form.startsWith('--');

/** Whether a parameter is a flag, which has no value. */
export const isFlag = ({ kind }: Parameter): boolean => kind === flagKind;

/** Whether a parameter takes as many values as are given. */
export const isSeveral = ({ form }: Parameter): boolean => form.includes('...');
