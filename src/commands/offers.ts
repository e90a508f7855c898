import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { listedChats } from '../app/chats/listed-chats.ts';
import type { Known } from '../domain/known/known.ts';
import { sanitize } from '../domain/sanitize.ts';
import type { AtTheTerminal } from '../domain/view.ts';
import { kindNames } from '../play/beside/kinds.ts';
import type { BranchInfo, PlayState } from '../play/chat/play-state.ts';
import { tools } from '../tools/set/registry.ts';
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

/** Names with what each is called by beside: an id, a kind, a description. */
type Names = readonly { readonly name: string; readonly beside?: string }[];

/** What values are offered from: what the one at the terminal knows of the open chat, and the names of the library. */
export interface OfferSources {
  known(): Known<AtTheTerminal>;
  branches(): readonly BranchInfo[];
  groups(): PlayState['groups'];
  chats(): readonly { readonly id: string; readonly title: string }[];
  names(of: 'book' | 'card' | 'persona' | 'preset'): Names;
}

/** The sources of an open chat. */
export const offerSources = (scope: Pick<Scope, 'app' | 'play'>): OfferSources => ({
  known: () => scope.play.known(),
  branches: () => scope.play.branches(),
  groups: () => scope.play.state().groups,
  chats: () => listedChats(scope.app),
  names(of) {
    const { library } = scope.app.store;
    if (of === 'book') return library.presetNames('lorebook').map(({ name }) => ({ name }));
    if (of === 'card') return library.cards().map(({ id, name }) => ({ name, beside: id }));
    if (of === 'preset') return library.presetNames().map(({ kind, name }) => ({ name, beside: kind }));
    return library.personas().map(({ name, description }) => ({ name, beside: preview(description) }));
  },
});

const messages = ({ known }: OfferSources): Offer[] => {
  const recent = known().view.last(recentMessages).toReversed();
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
const chatsIn = ({ chats }: OfferSources): Offer[] => {
  const all = chats();
  const counts = new Map<string, number>();
  for (const { title } of all) counts.set(title, (counts.get(title) ?? 0) + 1);
  return all.map(({ id, title }) => {
    const isTelling = counts.get(title) === 1 && sanitize(title) === title;
    return isTelling ? { text: title, description: id } : { text: id, description: title };
  });
};

const ofLibrary =
  (of: Parameters<OfferSources['names']>[0]) =>
  ({ names }: OfferSources): Offer[] =>
    names(of).map(({ name, beside = '' }) => ({ text: name, description: beside }));

const characters = ({ known }: OfferSources): Offer[] =>
  known().cast.map(({ name }) => ({ text: name, description: '' }));

const groups = (sources: OfferSources): Offer[] =>
  sources.groups().map(({ name, members }) => ({ text: name, description: members.join(', ') }));

const named: Record<Named, (from: OfferSources, written: string) => Offer[]> = {
  book: ofLibrary('book'),
  branch: ({ branches }) => branches().map(({ name, preview }) => ({ text: name, description: preview })),
  card: ofLibrary('card'),
  character: characters,
  chat: chatsIn,
  file: (_, written) => files(written),
  group: groups,
  hearer: (from) => [...characters(from), ...groups(from)],
  kind: () => kindNames.map((text) => ({ text, description: '' })),
  message: messages,
  persona: ofLibrary('persona'),
  preset: ofLibrary('preset'),
  tool: () => tools.map(({ name, description }) => ({ text: name, description })),
};

/** What a value of this kind may be, as the played character may know it; nothing where that is not known. */
export function offersOf(kind: Kind<unknown>, written: string, from: OfferSources): readonly Offer[] {
  if (kind.choices) return kind.choices.map((text) => ({ text, description: '' }));
  return kind.names === undefined ? [] : named[kind.names](from, written);
}
