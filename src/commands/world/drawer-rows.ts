import type { ActivitySeen, ContainerSeen, EdgeSeen, EntitySeen } from '../../play/world/lines/known.ts';

const cells = 4;

/** How far something is from 0 on a scale to 100, as a bar with its sign: `+40 ██░░`. */
export function bar(value: number): string {
  const full = Math.round((Math.abs(value) / 100) * cells);
  const sign = value > 0 ? '+' : value < 0 ? '-' : '';
  return `${sign}${Math.abs(value)} ${'█'.repeat(full)}${'░'.repeat(cells - full)}`;
}

/** How something last changed: ` ↑2`, ` ↓3`, or nothing. */
export const arrow = (shift: number): string => (shift > 0 ? ` ↑${shift}` : shift < 0 ? ` ↓${-shift}` : '');

/** What one feels about another, in a row: affinity, then trust. */
export const edgeRow = ({ affinity, trust, shift }: EdgeSeen): string =>
  `${bar(affinity)}${arrow(shift.affinity)} · trust ${bar(trust)}${arrow(shift.trust)}`;

const said = (...parts: readonly string[]): string => parts.filter((one) => one !== '').join(', ');

/** What somebody is doing, in a row; empty where nothing is known. */
export const activityRow = ({
  container,
  slot,
  posture,
  action,
  holding,
  attention,
  status,
}: ActivitySeen): string =>
  said(
    action.verb,
    posture,
    said(container, slot),
    holding.length === 0 ? '' : `holding ${holding.join(', ')}`,
    attention === '' ? '' : `attention on ${attention}`,
    status,
  );

/** What is known of somebody, in a row. */
export const entityRow = ({ mood, activity, inventory }: EntitySeen): string =>
  [mood, activityRow(activity), inventory.length === 0 ? '' : `carries ${inventory.join(', ')}`]
    .filter((one) => one !== '')
    .join(' · ') || 'nothing is known';

/** What a place is like and who is there, in a row. */
export const containerRow = ({ moving, public: isPublic, holds }: ContainerSeen): string => {
  const there = holds.map(({ entity, slot }) => (slot === '' ? entity : `${entity} (${slot})`));
  return [moving ? 'moving' : '', isPublic ? 'public' : '', there.join(', ') || 'nobody there']
    .filter((one) => one !== '')
    .join(' · ');
};
