import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/** The client's own share, printing JSON, of the wait for the first token, tokens counted by the server; and of each token. */
export declare function request(scene: Scene): Promise<Measured[]>;
