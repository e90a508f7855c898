const introducers = '(?:\\x1b\\[|\\x9b)';
const payload = '[^\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f]*';
const sequences = new RegExp(
  [
    `${introducers}[0-?]*[ -/]*[@-~]`,
    `(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d\\x9e\\x9f])${payload}(?:\\x07|\\x1b\\\\|\\x9c)`,
    '\\x1b[ -/]+[0-~]',
    '\\x1b[0-OQ-WYZ`-~]',
  ].join('|'),
  'g',
);
const steering = /[\x80-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/g;
const controls = /[\x00-\x09\x0b-\x1f\x7f]/g;

/** All but what is safe whatever stands beside it. */
const unusual = /[^ -~]/;

const picture = (control: string): string => {
  if (control === '\t') return '    ';
  return control === '\x7f' ? '\u2421' : String.fromCharCode(0x2400 + control.charCodeAt(0));
};

/**
 * Text from cards, models and servers, safe to write to a terminal: whole escape sequences and bidi steering
 * are dropped, stray controls become visible pictures, tabs spaces. Line breaks become `\n` with
 * `newlines`, else a space.
 */
export const sanitize = (text: string, options: { newlines?: boolean } = {}): string => {
  if (!unusual.test(text)) return text;
  const broken = text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const calm = broken.replace(sequences, '').replace(steering, '').replace(controls, picture);
  const whole = calm.replace(/\p{Surrogate}/gu, '\ufffd');
  return options.newlines ? whole : whole.replace(/\n/g, ' ');
};
