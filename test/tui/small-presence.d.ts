import type { PresencePlay, SceneNow } from '../../src/play/turn/presence.ts';
import { SmallDirecting } from './small-directing.ts';
/** Who is there in a small chat: what was asked for is noted. */
export declare class SmallPresence extends SmallDirecting implements PresencePlay {
    sceneNow: SceneNow;
    /** How many messages the next change of audiences changes. */
    changes: number;
    join: PresencePlay['join'];
    leave: PresencePlay['leave'];
    scene: PresencePlay['scene'];
    renameCharacter: PresencePlay['renameCharacter'];
    changeAudience: PresencePlay['changeAudience'];
}
