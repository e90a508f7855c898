import { keepOwn, secondsNow } from '../../app/cards/own-cards.ts';
import { authoredCard, blankCharacter } from '../../play/texts/authoring.ts';
import { describeSplit, handOver, type SplitOut } from '../../play/turn/splitting.ts';
import { type Command, define } from '../command.ts';
import { confirmed } from '../confirmed.ts';
import { argument, flag, name, option, typed } from '../parameters.ts';
import { notice, question } from '../shown/show.ts';

const split = define({
  name: 'split',
  group: 'the story',
  synonyms: ['narrator', 'npc'],
  summary:
    'turn somebody whom a character plays into a character of their own, described by whoever played them',
  chat: 'option',
  asksModel: true,
  parameters: {
    name: argument('<name>', typed),
    from: option('--from <character>', name, 'who played them; default the only other one present'),
    knowsPast: flag('--knows-past', 'they know what was said in public before'),
    yes: flag('--yes', 'bring them in without asking'),
  },
  async run({ app, play, side }, { name: wanted, from, knowsPast, yes }): Promise<SplitOut | null> {
    if (side === 'script') await app.checkBackend();
    const made = await describeSplit(play.chat, play, { name: wanted, from });
    if (side === 'script' && !yes) {
      app.person.tell(made.description);
      if (!(await confirmed(app, 'bringing in a new character', `Bring ${made.name} in with this card?`)))
        return null;
    }
    const character = { ...blankCharacter(made.name), description: made.description };
    const { id } = keepOwn(app, authoredCard(character, secondsNow(app)), null);
    await play.join(made.name, { knowsPast, newcomer: () => ({ name: made.name, card: { id, index: 0 } }) });
    handOver(play.chat, made);
    return made;
  },
  json: (made) => made && { type: 'split', ...made },
  text: (made) => made && `${made.name} is here, and ${made.from} no longer plays them`,
  screen: {
    usage: '[--from NAME] WHO',
    ask: (_, { name: wanted, yes, ...others }, again) =>
      wanted === undefined || yes
        ? null
        : question(
            `Make ${wanted} a character of their own?`,
            ['Whoever played them writes their card; it is kept in the library, and they come in.'],
            again({ ...others, name: wanted, yes: true }),
          ),
    show: ([made]) => (made ? notice(`${made.name} is here; /card ${made.name} shows their card`) : null),
  },
});

/** The command that lets somebody be a character of their own. */
export const splitCommands: readonly Command[] = [split];
