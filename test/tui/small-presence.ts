import type { PresencePlay, SceneNow } from '../../src/play/turn/presence-play.ts';
import { SmallDirecting } from './small-directing.ts';

/** Who is there in a small chat: what was asked for is noted. */
export class SmallPresence extends SmallDirecting implements PresencePlay {
  sceneNow: SceneNow = { present: ['Alice', 'Bob'], away: ['Carl'] };
  /** How many messages the next change of audiences changes. */
  changes = 1;

  join: PresencePlay['join'] = async (name, { knowsPast, newcomer } = {}) => {
    this.calls.push(['join', name, knowsPast, name === 'Carl' ? null : newcomer?.()]);
    return name;
  };
  leave: PresencePlay['leave'] = async (name) => {
    this.calls.push(['leave', name]);
    return name;
  };
  scene: PresencePlay['scene'] = async (names) => {
    if (names) this.calls.push(['scene', names]);
    return this.sceneNow;
  };
  renameCharacter: PresencePlay['renameCharacter'] = async (name, to) => {
    this.calls.push(['renameCharacter', name, to]);
    return to;
  };
  changeGroup: PresencePlay['changeGroup'] = async (group, what, names) => {
    this.calls.push(['changeGroup', group, what, names]);
    return { name: group, members: names };
  };
  changeAudience: PresencePlay['changeAudience'] = async (from, change) => {
    this.calls.push(['changeAudience', from, change]);
    return this.changes;
  };
}
