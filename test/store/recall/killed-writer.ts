import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundled } from '../../bundled.ts';

const writer = fileURLToPath(new URL('writer-process.ts', import.meta.url));

/** Lets a process write into the store of a folder, and kills it so many milliseconds after its first word. */
export async function killedWriter(folder: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [await bundled(writer), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms));
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL') throw new Error(`the writer left with ${code}`);
}
