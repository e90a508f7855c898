const units = ['KiB', 'MiB', 'GiB', 'TiB'];

/** A size for people: `4.9 GiB`. */
export function sizeText(bytes: number): string {
  let value = bytes / 1024;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.ceil(value)} ${units[at]}`;
}
