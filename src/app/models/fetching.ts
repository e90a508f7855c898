import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { FoundModel } from '../../models/files/folder.ts';
import { readHeader } from '../../models/files/header.ts';
import { memoryHere } from '../../models/files/memory.ts';
import { hubOf } from '../../models/hub/address.ts';
import { findOnHub, type HubModel } from '../../models/hub/listing.ts';
import { bytesLeft, diskFree, type Pull, type Pulled, pullModel } from '../../models/hub/pull.ts';
import { type HubSource, sourceText } from '../../models/source.ts';
import { sizeText } from '../files/size-text.ts';
import { modelsFolder } from '../own/own-model.ts';
import type { App } from '../run/app.ts';
import type { WatchedProgress } from '../run/person.ts';

/** Bytes of the disk that stay free, and the share of memory that a model may have. */
const reserve = { disk: 1024 ** 3, memory: 0.8 };
const lookMs = 30_000;

/** A model that can be fetched, and what speaks against it. */
export interface Fetchable {
  readonly model: HubModel;
  /** Bytes that are still to come. */
  readonly left: number;
  /** Why a person should be asked first, a clause each; none where all is well. */
  readonly doubts: readonly string[];
}

const doubtsAbout = (model: HubModel, left: number, folder: string): string[] => {
  const disk = diskFree(folder);
  const { all } = memoryHere();
  return [
    ...(disk !== null && left > disk - reserve.disk
      ? [`it takes ${sizeText(left)} of the ${sizeText(disk)} that the disk has`]
      : []),
    ...(model.bytes > all * reserve.memory
      ? [`it needs more memory (${sizeText(model.bytes)}) than this machine has (${sizeText(all)})`]
      : []),
  ];
};

const offline = (source: HubSource, error: unknown): SottoError => {
  if (isSottoError(error)) return error;
  const message = `${sourceText(source)} cannot be looked up, the network or its server does not answer; try again later`;
  return new SottoError('server', 'unreachable', message, { cause: error });
};

/** Looks a model up at Hugging Face. Rejects with SottoError. */
export async function lookUp({ config }: Pick<App, 'config'>, source: HubSource): Promise<Fetchable> {
  const folder = modelsFolder(config.servers);
  const most = memoryHere().all * reserve.memory;
  try {
    const model = await findOnHub(hubOf(process.env), source, { most, signal: AbortSignal.timeout(lookMs) });
    const left = bytesLeft({ folder, model });
    return { model, left, doubts: doubtsAbout(model, left, folder) };
  } catch (error) {
    throw offline(source, error);
  }
}

const minutesIn = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** How far a model is fetched, for people. */
export function pulledText({ bytes, total, speed, left }: Pulled): string {
  const share = Math.floor((100 * bytes) / Math.max(1, total));
  const pace = speed > 0 ? `, ${sizeText(speed)}/s` : '';
  const rest = left === null ? '' : `, ${minutesIn(left)} left`;
  return `${share} % of ${sizeText(total)}${pace}${rest}`;
}

const pullOf = ({ config }: Pick<App, 'config'>, model: HubModel, signal: AbortSignal): Pull => ({
  ...{ hub: hubOf(process.env), model, signal },
  folder: modelsFolder(config.servers),
  clock: () => performance.now(),
});

const stopped = (error: unknown, signal: AbortSignal): unknown =>
  signal.aborted && !isSottoError(error)
    ? new SottoError(
        'interrupted',
        'interrupted',
        'stopped; what was fetched is kept, and the next fetch goes on from there',
      )
    : error;

/** Fetches a model, tells how far it is, and checks that it is one. Rejects with SottoError. */
export async function* fetchModel(
  app: Pick<App, 'config'>,
  model: HubModel,
  { signal }: Pick<WatchedProgress, 'signal'>,
): AsyncGenerator<Pulled, FoundModel> {
  try {
    const found = yield* pullModel(pullOf(app, model, signal));
    readHeader(found.file);
    return found;
  } catch (error) {
    throw stopped(error, signal);
  }
}
