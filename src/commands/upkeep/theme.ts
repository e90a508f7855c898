import { type Command, define } from '../command.ts';
import { argument, word } from '../parameters.ts';
import { list, notice } from '../shown/show.ts';

const theme = define({
  name: 'theme',
  group: 'the screen',
  synonyms: ['colours', 'colors', 'appearance', 'look'],
  summary: 'preview and choose a theme until the screen closes; /set theme.name NAME keeps it',
  parameters: { theme: argument('<theme>', word) },
  run: (_, { theme: name }) => name,
  screen: {
    usage: '[theme]',
    ask({ looks }, { theme: wanted }, again) {
      if (wanted !== undefined) return null;
      const { name: worn } = looks;
      const items = looks.names().map((name) => ({
        label: name === worn ? `${name} · now` : name,
        call: again({ theme: name }),
        look: () => looks.tryOn(name),
        swatch: (room: number) => looks.swatch(name, room),
      }));
      const chosen = looks.names().indexOf(worn);
      return { ...list('Themes', items, chosen), onClose: () => looks.tryOn(worn) };
    },
    show([name = ''], { looks }) {
      looks.choose(name);
      return notice(`the theme is ${name}; /set theme.name ${name} keeps it`);
    },
  },
  only: {
    side: 'screen',
    why: 'it changes only what the screen shows; `sotto config set theme.name NAME` keeps one',
  },
});

/** Commands about how the screen looks. */
export const themes: readonly Command[] = [theme];
