import { openScene, type SceneOptions } from '../histories.ts';
/** The scene of the test that runs: every test has one of its own. */
export declare let scene: ReturnType<typeof openScene>;
/** Begins the scene again, with other options. */
export declare const anew: (options: SceneOptions) => void;
/** Names of who spoke, as far as somebody perceives it. */
export declare const speakers: (name?: string) => string[];
/** Names of those to whom this text is known by its audience. */
export declare const audience: (text: string) => string[];
/** Kinds of all events of the chat. */
export declare const kinds: () => string[];
