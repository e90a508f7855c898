import { SottoError } from '../../domain/errors.ts';
import type { CastMember } from '../../play/chat/play-state.ts';
import { readPlayer } from '../../play/turn/scenario-form.ts';
import type { Call, Item, Shown } from '../command.ts';
import { list } from '../shown/show.ts';

/** How a story may be played. */
export const modes = ['story', 'initiative'] as const;

/** The form as far as it is filled in. */
export interface FilledIn {
  readonly master: string;
  readonly mode?: (typeof modes)[number] | undefined;
  readonly wish?: string | undefined;
  readonly acts?: number;
  readonly players?: string | undefined;
  readonly adjust?: string | undefined;
}

const modeMeans = {
  story: 'story: the game master carries it on and never asks what you do',
  initiative: 'initiative: you decide at every turn',
} as const;

/** The lines of text of the form: what each is called, what it is for, how it reads while it is empty. */
const texts = {
  wish: ['kind of story', 'Place, time, trouble, tone; nothing for a surprise.', 'a surprise'],
  acts: ['acts', 'How many acts, 1 to 24.', '3'],
  players: [
    'players and skills',
    'Each like Ann: a thief; climbing 6, lying 5, and | between them: at most 20 points over six skills, none above 8.',
    'nobody in particular',
  ],
  adjust: ['otherwise', 'What should differ from the usual.', 'nothing'],
} as const;
type Text = keyof typeof texts;

const mostActs = 24;

/** What was written, as the form keeps it. Throws SottoError `bad_skills`, `bad_acts`. */
function taken(key: Text, text: string): Partial<FilledIn> {
  if (key === 'players') for (const line of text.split('|')) if (line.trim() !== '') readPlayer(line);
  if (key !== 'acts') return { [key]: text.trim() === '' ? undefined : text.trim() };
  const acts = Number(text.trim() || '3');
  if (Number.isInteger(acts) && acts >= 1 && acts <= mostActs) return { acts };
  throw new SottoError('usage', 'bad_acts', `a story has 1 to ${mostActs} acts, not "${text.trim()}"`);
}

/** What a person is asked before a story begins, row by row; the last row begins it (HC-39). */
export function setupForm(
  form: FilledIn,
  cast: readonly CastMember[],
  again: (values: FilledIn & { readonly start: true }) => Call,
): Shown {
  const { mode = 'story' } = form;
  const withChange = (change: () => Partial<FilledIn>): Call => ({
    isLook: true,
    does: () => setupForm({ ...form, ...change() }, cast, again),
  });
  const textRow = (key: Text): Item => {
    const [label, about, empty] = texts[key];
    const value = form[key] === undefined ? '' : `${form[key]}`;
    const call = (text: string) => withChange(() => taken(key, text));
    const field = { type: 'field' as const, title: label, lines: [about], value, call };
    return {
      label,
      detail: value === '' ? empty : value,
      stays: true,
      call: { isLook: true, does: () => field },
    };
  };
  const leaders = () =>
    list(
      'Who leads the story',
      cast.map(({ name }) => ({ label: name, call: withChange(() => ({ master: name })) })),
    );
  const other = mode === 'story' ? 'initiative' : 'story';
  return list('A story', [
    { label: 'who leads it', detail: form.master, stays: true, call: { isLook: true, does: leaders } },
    { label: 'mode', detail: modeMeans[mode], stays: true, call: withChange(() => ({ mode: other })) },
    ...(Object.keys(texts) as Text[]).map(textRow),
    {
      label: 'begin',
      detail: 'an outline is written that only its leader reads',
      call: again({ ...form, mode, start: true }),
    },
  ]);
}
