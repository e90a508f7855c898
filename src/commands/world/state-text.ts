import type { StateLine } from '../../play/world/lines/state-lines.ts';

/** A line that says what is so, for people. */
export function stateText(line: StateLine): string {
  switch (line.type) {
    case 'world':
      return said(['time', line.time], ['weather', line.weather], ['place', line.place]) || 'the world';
    case 'container':
      return `${line.name}: a place${line.moving ? ', moving' : ''}${line.slots?.length ? `, with ${line.slots.join(', ')}` : ''}`;
    case 'entity': {
      const { container, slot, posture, action, holding } = line.activity ?? {};
      const does = [action?.verb, posture, container, slot, ...(holding ?? [])].filter((one) => one);
      const inner = said(
        ['mood', line.mood],
        ['wants', line.goals?.join('; ')],
        ['carries', line.inventory?.join(', ')],
      );
      return `${line.name}: ${[inner, does.join(', ')].filter((one) => one !== '').join(' · ')}`;
    }
    case 'edge':
      return `${line.from} → ${line.to}: ${said(['affinity', line.affinity], ['trust', line.trust], ['', line.summary], ['knows', line.knowledge?.join('; ')])}`;
    case 'thread':
      return `open thread: ${line.text}`;
    case 'group':
      return `together: ${line.summary ?? line.dynamic ?? ''}`;
    case 'occasion':
      return `${line.name}: ${[line.state ?? 'planned', line.when, line.props?.join(', ')].filter((one) => one).join(' · ')}`;
  }
}

const said = (...parts: readonly (readonly [string, string | number | undefined])[]): string =>
  parts
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([label, value]) => `${label} ${value}`.trim())
    .join(', ');
