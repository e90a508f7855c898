import { afterEach, beforeEach } from 'vitest';
import { opened } from '../../src/domain/world/world.ts';
import { openScene, type SceneOptions } from '../histories.ts';

/** The scene of the test that runs: every test has one of its own. */
export let scene: ReturnType<typeof openScene>;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.close());

/** Begins the scene again, with other options. */
export const anew = (options: SceneOptions): void => {
  scene.close();
  scene = openScene(options);
};

/** Names of who spoke, as far as somebody perceives it. */
export const speakers = (name = 'everyone'): string[] =>
  scene
    .seenBy(name as 'everyone')
    .map(({ speaker }) => opened(scene.state.world).cast.find(({ id }) => id === speaker)?.name ?? '');

/** Names of those to whom this text is known by its audience. */
export const audience = (text: string): string[] => {
  const knownTo = scene.seenBy('everyone').find((message) => message.text === text)?.knownTo ?? [];
  return opened(scene.state.world)
    .cast.filter(({ id }) => knownTo.includes(id))
    .map(({ name }) => name);
};

/** Kinds of all events of the chat. */
export const kinds = (): string[] => [...scene.store.log.all({ chat: scene.id })].map(({ kind }) => kind);
