// Loaded ahead of a program that is measured: writes into a file, a line each, the milliseconds of processor time that the process
// has taken, in all of its threads, when each of the signs stands in what it prints, and kills it at the last; without signs at its end.
const { appendFileSync } = require('node:fs');

const { file, signs } = JSON.parse(process.env.BENCH_PROCESSOR);
const note = () => {
  const { user, system } = process.cpuUsage();
  appendFileSync(file, `${(user + system) / 1000}\n`);
};

function listen(stream) {
  const { write } = stream;
  stream.write = (text, ...rest) => {
    const written = write.call(stream, text, ...rest);
    while (signs.length > 0 && String(text).includes(signs[0])) {
      signs.shift();
      note();
      if (signs.length === 0) process.kill(process.pid, 'SIGKILL');
    }
    return written;
  };
}

if (signs.length === 0) process.once('exit', note);
else {
  const { get } = Object.getOwnPropertyDescriptor(process, 'stdout');
  const out = () => {
    const stream = get.call(process);
    Object.defineProperty(process, 'stdout', { value: stream, configurable: true });
    listen(stream);
    return stream;
  };
  Object.defineProperty(process, 'stdout', { get: out, configurable: true });
}
