import * as z from 'zod/mini';
import { SottoError } from '../../domain/errors.ts';
import { quantizationInName } from '../files/quantization.ts';
import { type HubSource, sourceText } from '../source.ts';
import { ask, type Hub } from './address.ts';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const schema = z.object({
  sha: z.string().check(z.regex(/^[0-9a-f]{7,64}$/)),
  siblings: z.array(
    z.object({
      rfilename: z.string(),
      size: z.optional(z.nullable(z.number())),
      lfs: z.optional(z.nullable(z.object({ sha256: hash, size: z.int().check(z.positive()) }))),
    }),
  ),
});

/** A file of a repository. */
export interface HubFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A model in a repository: the parts of its file, and the state of the repository that they are of. */
export interface HubModel {
  readonly source: HubSource;
  readonly revision: string;
  readonly parts: readonly HubFile[];
  readonly bytes: number;
}

const mostAnswer = 8 * 1024 * 1024;
const safePath = /^(?:[\w][\w.+ -]*\/)*[\w][\w.+ -]*\.gguf$/i;
const partOf = /-\d{5}-of-\d{5}(?=\.gguf$)/i;
/** What most people take: the best size for its weight first. */
const preferred = ['Q4_K_M', 'Q5_K_M', 'Q4_K_S', 'IQ4_XS', 'Q4_0', 'Q6_K', 'Q8_0', 'Q3_K_M', 'IQ3_M', 'Q2_K'];

async function textIn(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > mostAnswer) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const filesOf = ({ siblings }: z.output<typeof schema>): HubFile[] =>
  siblings.flatMap(({ rfilename: path, lfs }) =>
    lfs && safePath.test(path) && !path.includes('..') && !/mmproj/i.test(path)
      ? [{ path, bytes: lfs.size, sha256: lfs.sha256 }]
      : [],
  );

/** Files that are parts of one model, together. */
function modelsOf(files: readonly HubFile[]): HubFile[][] {
  const models = new Map<string, HubFile[]>();
  for (const file of files) {
    const whole = file.path.replace(partOf, '');
    models.set(whole, [...(models.get(whole) ?? []), file]);
  }
  return [...models.values()].map((parts) => parts.sort((a, b) => (a.path < b.path ? -1 : 1)));
}

const labelOf = ([first]: readonly HubFile[]): string =>
  quantizationInName(
    (first?.path ?? '')
      .split('/')
      .at(-1)
      ?.replace(partOf, '')
      .replace(/\.gguf$/i, '') ?? '',
  );

const sizeOf = (parts: readonly HubFile[]): number => parts.reduce((all, { bytes }) => all + bytes, 0);

/** What is preferred of that which memory bears, else the smallest. */
function best(models: readonly HubFile[][], most: number): HubFile[] | undefined {
  const bearable = models.filter((parts) => sizeOf(parts) <= most);
  const named = preferred.map((label) => bearable.find((parts) => labelOf(parts) === label));
  const bySize = [...models].sort((a, b) => sizeOf(a) - sizeOf(b));
  return named.find((found) => found !== undefined) ?? bySize[0];
}

const notThere = (source: HubSource, models: readonly HubFile[][]): SottoError => {
  const { owner, repo, quantization } = source;
  const labels = [...new Set(models.map(labelOf))].filter((label) => label !== '').slice(0, 12);
  const message =
    models.length === 0
      ? `${sourceText(source)} holds no GGUF file; look for a repository whose name ends in GGUF`
      : `hf:${owner}/${repo} has no ${quantization}; it has ${labels.join(', ')}`;
  return new SottoError('not_found', 'no_such_model', message);
};

/** The model that a source means; one without a quantization what is usual, of at most so many bytes where it can be. Rejects with SottoError. */
export async function findOnHub(
  hub: Hub,
  source: HubSource,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<HubModel> {
  const path = `/api/models/${source.owner}/${source.repo}?blobs=true`;
  const answer = await ask(hub, source, { path, signal });
  const read = schema.safeParse(JSON.parse(await textIn(answer)));
  if (!read.success) throw new Error('the answer is not that of Hugging Face');
  const models = modelsOf(filesOf(read.data));
  const { quantization } = source;
  const parts =
    quantization === ''
      ? best(models, most)
      : models.find((one) => [quantization, `UD-${quantization}`].includes(labelOf(one)));
  if (!parts) throw notThere(source, models);
  return {
    source: { ...source, quantization: labelOf(parts) },
    revision: read.data.sha,
    parts,
    bytes: sizeOf(parts),
  };
}
