// Prints the figures of the house: `npm run house`.
import { type House, measure, quantile } from './measure.ts';
import { readSources } from './read-sources.ts';

const lines = ({ files, lines, cycles, folders, functions, arrows, undocumented }: House): string[] => {
  const sizes = folders.map(([, size]) => size).sort((a, b) => a - b);
  const full = folders.filter(([, size]) => size > 16);
  return [
    `src: ${files} files, ${lines} lines`,
    `import cycles, types included: ${cycles.length}${cycles.length > 0 ? `, the largest of ${cycles[0]?.length} files` : ''}`,
    ...cycles.map((cycle) => `    ${cycle.join(' ')}`),
    `files in a folder: median ${quantile(sizes, 0.5)}, most ${sizes.at(-1) ?? 0}`,
    ...full.map(([folder, size]) => `    ${folder} ${size}`),
    `lines in a function: median ${quantile(functions, 0.5)}, 95 of 100 at most ${quantile(functions, 0.95)}, longest ${functions.at(-1) ?? 0}`,
    `exports without a doc line: ${undocumented}`,
    'arrows between the top folders:',
    ...arrows.map((arrow) => `    ${arrow}`),
  ];
};

process.stdout.write(`${lines(measure(readSources())).join('\n')}\n`);
