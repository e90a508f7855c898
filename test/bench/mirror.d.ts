import type { Measured } from './report.ts';
import type { Scene } from './scene.ts';
/** How soon one terminal shows what another one, in a process of its own, says and streams. */
export declare function mirror(scene: Scene): Promise<Measured[]>;
