// An extension of sotto: copy it into the directory `tools` of the data directory, then `sotto tools allow moon-phase`.
const month = 29.530588853;
const newMoon = Date.UTC(2000, 0, 6, 18, 14);
const names = [
  'new',
  'a waxing crescent',
  'in its first quarter',
  'waxing',
  'full',
  'waning',
  'in its last quarter',
  'a waning crescent',
];

export const description = 'Look up what the moon looks like on a day.';

export const parameters = {
  type: 'object',
  properties: { day: { type: 'string', description: 'such as 2026-03-01; absent = today' } },
};

export function run({ day }, { name, now }) {
  const at = Date.parse(day ?? now);
  if (Number.isNaN(at)) return 'ERROR: that is no day';
  const age = ((((at - newMoon) / 86_400_000) % month) + month) % month;
  const phase = names[Math.round((age / month) * 8) % 8];
  return {
    result: `The moon is ${phase}.`,
    text: `[${name} looks at the moon: it is ${phase}.]`,
    for: 'line',
  };
}
