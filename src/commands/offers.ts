import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { listedChats } from '../app/chats/listed-chats.ts';
import { sanitize } from '../domain/sanitize.ts';
import type { Kind, Named } from './parameters.ts';
import type { Scope } from './scope.ts';

/** A value that a parameter may have, and what it is, for people. */
export interface Offer {
  readonly text: string;
  readonly description: string;
}

const recentMessages = 20;
const longestPreview = 60;
const mostFiles = 200;

const preview = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longestPreview);

type Sources = Pick<Scope, 'app' | 'play'>;

const messages = ({ play }: Sources): Offer[] => {
  const recent = play.view().last(recentMessages).toReversed();
  const address = (at: number): string => (at === 0 ? 'last' : `-${at + 1}`);
  return recent.map(({ text }, at) => ({ text: address(at), description: preview(text) }));
};

/** What is in the folder that the beginning of a path names. */
const files = (written: string): Offer[] => {
  const folder = /^.*\//.exec(written)?.[0] ?? '';
  try {
    return readdirSync(folder.replace(/^~(?=\/)/, homedir()) || '.', { withFileTypes: true })
      .slice(0, mostFiles)
      .map((entry) => ({
        text: `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`,
        description: '',
      }));
  } catch {
    return [];
  }
};

/** Chats by their titles, or by id where that does not tell one from another or cannot be written. */
const chats = ({ app }: Sources): Offer[] => {
  const all = listedChats(app);
  const counts = new Map<string, number>();
  for (const { title } of all) counts.set(title, (counts.get(title) ?? 0) + 1);
  return all.map(({ id, title }) => {
    const isTelling = counts.get(title) === 1 && sanitize(title) === title;
    return isTelling ? { text: title, description: id } : { text: id, description: title };
  });
};

const characters = ({ play }: Sources): Offer[] =>
  play.state().cast.map(({ name }) => ({ text: name, description: '' }));

const groups = ({ play }: Sources): Offer[] =>
  play.state().groups.map(({ name, members }) => ({ text: name, description: members.join(', ') }));

const named: Record<Named, (from: Sources, written: string) => Offer[]> = {
  book: ({ app }) =>
    app.store.library.presetNames('lorebook').map(({ name }) => ({ text: name, description: '' })),
  branch: ({ play }) => play.branches().map(({ name, preview }) => ({ text: name, description: preview })),
  card: ({ app }) => app.store.library.cards().map(({ id, name }) => ({ text: name, description: id })),
  character: characters,
  chat: chats,
  file: (_, written) => files(written),
  group: groups,
  hearer: (from) => [...characters(from), ...groups(from)],
  message: messages,
  persona: ({ app }) =>
    app.store.library.personas().map(({ name, description }) => ({
      text: name,
      description: preview(description),
    })),
  preset: ({ app }) =>
    app.store.library.presetNames().map(({ kind, name }) => ({ text: name, description: kind })),
};

/** What a value of this kind may be, as the played character may know it; nothing where that is not known. */
export function offersOf(kind: Kind<unknown>, written: string, from: Sources): readonly Offer[] {
  if (kind.choices) return kind.choices.map((text) => ({ text, description: '' }));
  return kind.names === undefined ? [] : named[kind.names](from, written);
}
