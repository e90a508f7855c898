import { SottoError } from '../../domain/errors.ts';
import { directorName } from '../../domain/world/names.ts';
import { foldName } from '../../domain/world/world.ts';
import type { Play } from '../../play/play.ts';
import { type Command, define } from '../command.ts';
import { argument, flag, nameOf } from '../parameters.ts';
import { personaPicture } from '../shown/pictures.ts';
import { list, notice } from '../shown/show.ts';

/** Lets the played character wear this persona, or none. Rejects with SottoError where nobody is played, or the chat does not remember it. */
async function wear(play: Play, persona: string | undefined): Promise<string> {
  const { playing } = play.state();
  if (playing.name === directorName) {
    const message = 'you look on as everyone and play nobody; use `sotto as NAME` first';
    throw new SottoError('usage', 'looking_on', message);
  }
  await play.playAs(playing.name, persona);
  const worn = play.state().persona;
  if (foldName(worn ?? '') === foldName(persona ?? '')) return worn ?? '';
  const message = `only this terminal plays ${playing.name} (--as); a persona belongs to the character the chat is played as`;
  throw new SottoError('usage', 'not_the_played_one', message);
}

/** Wears a persona on the screen, and says so. */
export async function worn(play: Play, persona: string | undefined) {
  const name = await wear(play, persona);
  const { playing } = play.state();
  return notice(name === '' ? `${playing.name} uses no persona` : `${playing.name} uses the persona ${name}`);
}

const choose = define({
  name: 'persona',
  group: 'talking',
  synonyms: ['user', 'profile', 'me', 'avatar'],
  summary: 'use a persona, or none; without a name, choose or create one',
  parameters: { name: argument('[name]', nameOf('persona')), isNew: flag('--new', 'create one') },
  run: (_, { name }) => name,
  screen: {
    usage: '[NAME|none]',
    ask({ app, play }, { name, isNew }, again) {
      if (isNew) return { type: 'draft', text: '/persona add ' };
      if (name !== undefined && name !== '') return null;
      const now = play.state().persona;
      const items = app.store.library.personas().map(({ name: called, description }) => ({
        label: `${called === now ? '*' : ' '} ${called}`,
        call: again({ name: called }),
        isProse: true,
        preview: () => description.split('\n'),
        picture: personaPicture(app, called),
      }));
      return list(
        'Personas',
        [
          ...items,
          { label: `${now === null ? '*' : ' '} none`, call: again({ name: 'none' }) },
          {
            label: '  create one',
            detail: '/persona add NAME [--picture FILE] DESCRIPTION',
            call: again({ isNew: true }),
          },
        ],
        now === null ? items.length : items.findIndex(({ label }) => label.startsWith('*')),
      );
    },
    show: ([name], { play }) => worn(play, name === 'none' ? undefined : name),
  },
  only: { side: 'screen', why: 'a script uses `sotto as NAME --persona PERSONA`' },
});

/** Commands about who the human is while playing. */
export const wearing: readonly Command[] = [choose];
