import { perceivers } from '../../src/domain/audience/audience.ts';
import { givenName } from '../../src/domain/lineage.ts';
import type { Message } from '../../src/domain/message.ts';
import { transcriptRow } from '../../src/domain/rows/projection.ts';
import { opened } from '../../src/domain/world/world.ts';
import type { Scene } from '../histories.ts';

/** What a viewer perceives, by a plain fold over the log: no row, no index, no snapshot. */
export function foldedView(scene: Scene, viewer: string | null): Message[] {
  const { head } = scene.state;
  const found = new Map<
    string,
    Message & { present: readonly string[]; confided: boolean; told: Set<string> }
  >();
  scene.store.worlds.fromScratch(scene.id, head, (world, event) => {
    const row = transcriptRow(opened(world), event);
    if (row?.table === 'message') {
      const { table: _, hidden, ...rest } = row;
      const { turn, at } = event;
      const branch = givenName(scene.store.tree.branches(scene.id).get(event.branch)?.name ?? '');
      const said = hidden ? { ...rest, hidden } : rest;
      found.set(row.id, { ...said, turn, at, branch, perceived: [], told: new Set() });
    } else if (row?.table === 'arrival') {
      const isSeen = viewer === null || row.present.includes(viewer);
      if (isSeen) for (const { told } of found.values()) told.add(row.character);
    } else if (row?.table === 'revision') {
      const was = found.get(row.message);
      if (!was) return;
      if (row.deleted) found.delete(row.message);
      else {
        const { edited, ...rest } = was;
        const isAnew = event.kind === 'message_edited' && event.payload.anew === true;
        const isEdited = event.kind === 'message_edited' ? !isAnew : edited;
        found.set(row.message, {
          ...rest,
          text: row.text ?? was.text,
          knownTo: row.knownTo ?? was.knownTo,
          truncated: row.truncated ?? was.truncated,
          ...(isEdited && { edited: true as const }),
          ...(isAnew && { rewritten: true as const }),
        });
      }
    }
  });
  const firstOfTurns = new Map<string, string>();
  return [...found.values()].flatMap(({ present, confided, told, ...message }) => {
    const first = perceivers(present, message.knownTo);
    const isOpen = message.knownTo.length === 0 && !confided;
    const perceived = isOpen ? [...new Set([...first, ...told])] : first;
    const reasoning = viewer === null || viewer === message.speaker ? message.reasoning : '';
    if (viewer !== null && !perceived.includes(viewer)) return [];
    const turn = firstOfTurns.get(message.turn) ?? message.id;
    firstOfTurns.set(message.turn, turn);
    return [{ ...message, turn, perceived, reasoning }];
  });
}
