import { openScene, type SceneOptions } from '../histories.ts';
/** What is closed after the test, the last first. */
export declare const closers: (() => unknown)[];
/** A scene that is closed after the test. */
export declare const sceneWith: (options?: SceneOptions) => ReturnType<typeof openScene>;
/** All that the log holds of a scene's chat. */
export declare const log: (scene: ReturnType<typeof openScene>) => import("../../src/domain/events/events.ts").StoredEvent[];
