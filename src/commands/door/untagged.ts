import { cardName } from '../../app/cards/cards.ts';
import { isBundled } from '../../app/library/bundled.ts';
import type { App } from '../../app/run/app.ts';
import { teaches } from '../../cards/untagged.ts';
import type { LibraryCard } from '../../play/new-chat.ts';

/** Who perceives an untagged answer to a whisper. */
export const untaggedChoices = ['inherit', 'public'] as const;
/** One of these. */
export type Untagged = (typeof untaggedChoices)[number];

/** What each means, in words. */
export const untaggedMeans: Readonly<Record<Untagged, string>> = {
  inherit: 'those who heard the whisper',
  public: 'everyone present',
};

/** What is asked before a chat is made from cards that may whisper. */
export const untaggedTitle = 'Who hears an answer to a whisper that has no tag?';

/** Why it is asked of these cards: somebody else's card teaches the tag; null where nothing is to be asked. */
export function whyUntagged(app: App, cards: readonly LibraryCard[]): string | null {
  const { tag } = app.settings;
  const isAsked = ({ id, card }: LibraryCard) => teaches(card, tag.tag) && !isBundled(app.packageRoot, id);
  const asking = tag.enabled ? cards.find(isAsked) : undefined;
  return asking ? `${cardName(asking.card)} may whisper: the card uses the tag.` : null;
}

/** What a person at a terminal says of it; undefined where nothing is asked, or nobody can be. */
export async function askUntagged(app: App, cards: readonly LibraryCard[]): Promise<Untagged | undefined> {
  if (!app.person.canAnswer) return undefined;
  const why = whyUntagged(app, cards);
  if (why === null) return undefined;
  app.person.tell(why);
  const said = await app.person.ask(
    `${untaggedTitle} w: ${untaggedMeans.inherit}, e: ${untaggedMeans.public} [W/e] `,
  );
  if (said === null) return undefined;
  return /^(e|everyone|public)$/.test(said) ? 'public' : 'inherit';
}
