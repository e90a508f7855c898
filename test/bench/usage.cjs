// Loaded ahead of a program that is measured: at its end writes its processor time in milliseconds and its memory at its most in bytes,
// as a last line of JSON, to standard error.
process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cost = { ms: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS * 1024 };
  require('node:fs').writeSync(2, `\n${JSON.stringify(cost)}\n`);
});
