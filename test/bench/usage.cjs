// Loaded ahead of a program that is measured: at its end writes its processor time in milliseconds and its memory at its most in bytes,
// as a last line of JSON, to standard error.
const { readFileSync, writeSync } = require('node:fs');

// What Linux counts of a process at its most begins with the memory of the process that started it; its own stands in a file.
const ownAtMost = () => {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
};

process.once('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const cost = { ms: (userCPUTime + systemCPUTime) / 1000, memory: ownAtMost() * 1024 };
  writeSync(2, `\n${JSON.stringify(cost)}\n`);
});
