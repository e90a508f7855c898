// A process that plays on what is left of an evening, tells of each act that is done, and may be killed at any moment.
import { appIn, playOn } from './evening.ts';

const [folder = '', chat = '', lines = '', begun = ''] = process.argv.slice(2);
const app = appIn(folder);
const told = (step: number): void => void process.stdout.write(`${step}\n`);
await playOn(app, chat, { lines: Number(lines), begun: Number(begun) }, told);
app.close();
