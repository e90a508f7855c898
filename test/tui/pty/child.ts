import { App } from '../../../src/app/run/app.ts';
import { usualKeys } from '../../../src/config/screen-keys.ts';
import { runScreen } from '../../../src/tui/run.ts';
import { message } from '../fair.ts';
import { SmallPlay } from '../small-play.ts';

const play = new SmallPlay([message('m1', 'Good morning from the child.')]);
play.redo = async () => {
  setTimeout(() => {
    throw new Error('a \x1b]52;c;aGk=\x07\x9b31mwheel came off');
  });
};
play.undo = async () => {
  const state = play.state.bind(play);
  play.state = () => ({ ...state(), present: null as never });
  play.emit({ type: 'state' });
  return { messages: [], facts: [], returns: [], act: '' };
};
play.reply = async () => {
  void Promise.reject(new Error('a promise was broken'));
};
process.exitCode = await runScreen(play, {
  app: new App({}),
  keys: usualKeys,
  now: () => performance.now(),
  stdin: process.stdin,
  stdout: process.stdout as import('node:tty').WriteStream,
});
console.log('after the screen');
