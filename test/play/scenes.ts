import { afterEach } from 'vitest';
import { openScene, type SceneOptions } from '../histories.ts';

/** What is closed after the test, the last first. */
export const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A scene that is closed after the test. */
export const sceneWith = (options: SceneOptions = {}): ReturnType<typeof openScene> => {
  const scene = openScene(options);
  closers.push(() => scene.close());
  return scene;
};

/** All that the log holds of a scene's chat. */
export const log = (scene: ReturnType<typeof openScene>) => [...scene.store.log.all({ chat: scene.id })];
