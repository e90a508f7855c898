import type { Store } from '../../../src/store/store.ts';
import { type Name, names } from '../../commands.ts';
import type { SceneOptions } from '../../histories.ts';
import type { Act, Anyone } from '../deeds.ts';
import { Quay } from '../doing.ts';
import { retell } from '../retold.ts';
import { Witnessed } from '../witnessed.ts';

const say = (by: Name, text: string, to: readonly Name[] = []): Act => ({ type: 'say', by, to, text });

/** What was played in the chat beside: the last lines of it are whispered past whoever asks. */
function playedBefore(who: Name): Act[] {
  const [by = who, to = who] = names.filter((name) => name !== who);
  return [
    say(by, 'The ferry brought a key.'),
    say(who, 'To which lamp room?'),
    say(by, 'The key is not for them.', [to]),
    say(to, 'Not here, not later.', [by]),
  ];
}

/**
 * Lets a chat be in both stores beside the one that is asked from, played as the character, or where it is not in it, as the
 * human's own; in the second store without what was not perceived.
 */
export async function playBeside(
  stores: readonly [Store, Store],
  who: Anyone,
  options: SceneOptions,
): Promise<void> {
  const eyes = names.find((name) => name === who) ?? 'Tomas';
  const [full, bare] = stores.map((store) => new Quay(store, { ...options, title: 'The lamp room' })) as [
    Quay,
    Quay,
  ];
  const witnessed = new Witnessed(full, eyes);
  for (const act of playedBefore(eyes)) await witnessed.take(act);
  await retell(bare, witnessed);
  const { at } = full;
  for (const scene of [full, bare]) {
    scene.at = at;
    scene.given({ kind: 'played_as', payload: { character: scene.who(eyes), persona: null } });
  }
}
