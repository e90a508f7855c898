/** Openers that may precede a sentence, and are taken off again when a line of the history is reused. */
export const openers: readonly string[] = ['Ah', 'Well', 'Hm', 'So', 'Listen', 'Truly'];

/** Sentences of a stand-in. `{name}` is someone present, `{word}` a word of the line that is answered. */
export const phrases: readonly string[] = [
  'You say {word}, and I hear more than that, {name}.',
  'Tell me again about the {word}, and leave nothing out.',
  '{name}, I would not have said it that way.',
  'There is more to this {word} than either of us has said.',
  'I was thinking of the {word} before you spoke, {name}.',
  'Give me a moment with that, {name}.',
  'If it is the {word} that worries you, say so.',
  'I have heard worse, {name}, and laughed at it later.',
  'Nobody warned me that there would be a {word} in it.',
  '*glances at {name} and nods slowly.*',
  '*turns the thought over and lets it settle.*',
  'That is one way to look at it, {name}.',
  'Then we agree on the {word}, at least.',
  'What would you have me do about the {word}, {name}?',
  'Strange that you should mention the {word} today.',
  'I believe you, {name}, though I could not say why.',
];

/** What a stand-in can say when nobody has spoken yet. */
export const openings: readonly string[] = [
  'It is quiet here tonight.',
  'I was wondering who would speak first.',
  '*looks around and waits.*',
  'Somebody has to begin, so let it be me.',
  'I did not expect to find anyone here.',
  'Sit down, there is room enough.',
];

/** What a stand-in thinks before it speaks, where it is asked to think. */
export const thought = 'Someone waits. I keep it short.';

/** Words of five letters and more that are worth nothing as `{word}`. */
export const empty: ReadonlySet<string> = new Set(
  `about after again another anybody anything because before could every everybody everything nobody never
  nothing other should somebody something their there these thing think those though where which while would`.split(
    /\s+/,
  ),
);
