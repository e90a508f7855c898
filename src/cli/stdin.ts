import { SottoError } from '../domain/errors.ts';

const mostBytes = 16 * 1024 * 1024;

/** Everything on standard input as text. Throws SottoError `too_large` above 16 MiB. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes)
      throw new SottoError('usage', 'too_large', 'standard input holds more than 16 MiB of text');
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
