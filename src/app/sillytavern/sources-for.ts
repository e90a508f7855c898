import type { Source } from '../../store/sources.ts';
import type { App } from '../run/app.ts';
import { placeless } from '../sources/sources.ts';

const thingOf = ({ kind, name }: Source): string => `${kind} ${name}`;

/**
 * The files that go into a folder: those that came from it, then those of other folders and those that came alone, where they
 * bring a thing that is not among the others and no other takes their place.
 */
export function sourcesFor({ store }: Pick<App, 'store'>, root: string): Source[] {
  const all = store.sources
    .all()
    .filter(({ root: of, path }) => of !== '' || !path.startsWith(`${placeless}/`));
  const others = [...new Set(all.map((source) => source.root))].filter((one) => one !== root && one !== '');
  const paths = new Set<string>();
  const things = new Set<string>();
  const chosen: Source[] = [];
  for (const from of [root, ...others, '']) {
    const own = all.filter((source) => source.root === from && !paths.has(source.path.toLowerCase()));
    const fresh = own.filter((source) => source.kind === '' || !things.has(thingOf(source)));
    chosen.push(...fresh);
    for (const source of fresh) {
      paths.add(source.path.toLowerCase());
      things.add(thingOf(source));
    }
  }
  return chosen;
}
