/** What a question is made from, beside its own text. */
export interface Wanted {
  /** Whose fork answers. */
  readonly name: string;
  /** What somebody asks; empty where the kind says all. */
  readonly text: string;
  /** Most words of the answer. */
  readonly words: number;
  /** Those who are there as far as the one who answers knows, itself included; everyone it knows of while it is away. */
  readonly present: readonly string[];
}

/** A kind of question beside the play. */
export interface Kind {
  readonly name: string;
  /** Its name in the original, which works as well and is what the model reads. */
  readonly type: string;
  /** Most words of an answer where nobody says otherwise. */
  readonly words: number;
  /** Whether it says nothing without a text of whoever asks. */
  readonly needsText?: boolean;
  /** Whether it writes for the play, with the samplers of the play. */
  readonly isPlayed?: boolean;
  /** Whether it is about all of a chat, also what no prompt of it holds any more. */
  readonly isWhole?: boolean;
  /** Whether it is about what comes back to mind, where nothing else is named. */
  readonly isPast?: boolean;
  /** What alone may be answered; absent = anything. */
  readonly choices?: (wanted: Wanted) => readonly string[];
  readonly isOneWord?: boolean;
  readonly request: (wanted: Wanted) => string;
}

const behind = (text: string): string => (text === '' ? '' : `\n${text}`);

/** What is asked where nobody says which kind. */
export const usualKind: Kind = {
  name: 'content-analysis',
  type: 'content-analysis',
  words: 200,
  needsText: true,
  request: ({ text }) => text,
};

const summary: Kind = {
  name: 'session-summary',
  type: 'session-summary',
  words: 200,
  isWhole: true,
  request: ({ text, words }) =>
    [
      'Summarize the session, with these parts in this order:',
      '- the title of the session, where it has one',
      '- the acts or chapters so far, where there are any, each that is over with a tick (✓)',
      '- what happened, in a few sentences',
      '- the most important facts and turns, as a list',
      '- who takes part, each with status, location and goals',
      `Write at most ${words} words, and nothing but the summary.${behind(text)}`,
    ].join('\n'),
};

const impersonation: Kind = {
  name: 'impersonation',
  type: 'character-impersonation',
  words: 120,
  isPlayed: true,
  request: ({ name, text }) =>
    text === ''
      ? `Write what ${name} would say and do next, in character, and nothing else.`
      : `Write what ${name} would say and do, in character, and nothing else. What it answers:\n${text}`,
};

const continuation: Kind = {
  name: 'continuation',
  type: 'chat-continuation',
  words: 120,
  isPlayed: true,
  request: ({ text }) =>
    text === ''
      ? 'Go on with the last message where it breaks off, in the same voice. Write what follows and nothing else.'
      : `Go on with this unfinished message where it breaks off, in the same voice. Write what follows and nothing else:\n${text}`,
};

const emotion: Kind = {
  name: 'emotion',
  type: 'emotion-classification',
  words: 1,
  isOneWord: true,
  request: ({ name, text }) =>
    text === ''
      ? `Which emotion does ${name} show now? Answer with one word, such as joy, anger or neutral.`
      : `Which emotion does this show? Answer with one word, such as joy, anger or neutral:\n${text}`,
};

const imagePrompt: Kind = {
  name: 'image-prompt',
  type: 'image-prompt-generation',
  words: 60,
  request: ({ text }) =>
    `Write a prompt for a picture of ${text === '' ? 'what can be seen now' : text}: who and what is there, how it looks, place, light and mood, as phrases with commas between. Write only what can be seen, and nothing else.`,
};

const nextSpeaker: Kind = {
  name: 'next-speaker',
  type: 'next-speaker',
  words: 4,
  choices: ({ present }) => present,
  request: ({ text, present }) =>
    `Who of these speaks next: ${present.join(', ')}? Answer with the name alone.${behind(text)}`,
};

const remember: Kind = {
  name: 'remember',
  type: 'content-analysis',
  words: 200,
  needsText: true,
  isPast: true,
  request: ({ name, text }) =>
    [
      `${name} is trying to remember something: ${text}`,
      'Say how the content bears on it:',
      `1. what belongs directly to what ${name} wants to remember`,
      '2. what belongs to what is being talked about now',
      '3. what sheds light on what is going on now',
      '4. what was decided or found out before and matters now',
      `5. it is ${name} who reads this, and nobody else`,
      `Give only what bears on it, as ${name} would say it to themselves.`,
    ].join('\n'),
};

/** The kinds that need no lorebook, the usual first. */
export const kinds: readonly Kind[] = [
  usualKind,
  summary,
  impersonation,
  continuation,
  emotion,
  imagePrompt,
  nextSpeaker,
  remember,
];

/** What kinds are called, the usual first. */
export const kindNames: readonly string[] = kinds.map(({ name }) => name);

/** The kind of this name, or of its name in the original; undefined where there is none. */
export const kindNamed = (name: string): Kind | undefined =>
  kinds.find((one) => one.name === name) ?? kinds.find(({ type }) => type === name);

/** A kind that an entry of a lorebook is: `instruction` is its text, with names filled in. */
export const guideKind = (name: string, instruction: string): Kind => ({
  ...{ name, type: name, words: usualKind.words },
  request: ({ text }) => `${instruction}${behind(text)}`,
});
