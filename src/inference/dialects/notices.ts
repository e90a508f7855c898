import type { Sampling } from '../backend.ts';
import type { Dialect } from '../sampling/sampler-rules.ts';
import { unsupported } from '../sampling/samplers.ts';
import { traitsOf } from './traits.ts';

/** Says which settings a dialect cannot do, in one line at most. */
export type Notices = (dialect: Dialect, sampling: Sampling) => string[];

/** Tells of each setting that a server cannot do once. */
export const createNotices = (): Notices => {
  const told = new Set<string>();
  return (dialect, sampling) => {
    const news = unsupported(dialect, sampling).filter((setting) => !told.has(setting));
    for (const setting of news) told.add(setting);
    return news.length === 0 ? [] : [`${traitsOf[dialect].name} does not know ${news.join(', ')}; not sent`];
  };
};
