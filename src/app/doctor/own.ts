import type { LoadedConfig } from '../../config/load.ts';
import type { BackendConfig } from '../../inference/servers/detect.ts';
import { memoryHere } from '../../models/files/memory.ts';
import { type RunningServer, runningServers } from '../../models/server/hold.ts';
import { type Meant, sourceText } from '../../models/source.ts';
import { sizeText } from '../files/size-text.ts';
import { ownModel, type Road, recordsHere, roadHere } from '../own/own-model.ts';
import { openServer } from '../run/model-servers.ts';
import type { Finding } from './finding.ts';
import { look, type ProbeTimeouts, type ServerStatus } from './servers.ts';

async function runningFor(meant: Meant): Promise<RunningServer | undefined> {
  if (meant.type === 'hub') return undefined;
  const running = await runningServers(recordsHere());
  return running.find(({ record }) => record.model === meant.model.file);
}

/** The server that sotto has started for its model, looked at; null where none runs: a look starts none. */
export async function ownStatus(
  meant: Meant,
  config: BackendConfig,
  timeouts: ProbeTimeouts,
): Promise<ServerStatus | null> {
  const running = await runningFor(meant);
  if (!running) return null;
  const { url, record } = running;
  return look(
    await openServer({ ...config, kind: 'llamacpp', url, apiKey: record.key, model: '' }),
    timeouts,
  );
}

/** The key of that server; empty where none runs. */
export const ownKey = async (meant: Meant): Promise<string> => (await runningFor(meant))?.record.key ?? '';

const why: Readonly<Record<Road['type'], string>> = {
  server: 'llama-server is on the path',
  engine: 'no llama-server is on the path, and node-llama-cpp is here',
  none: 'there is neither a llama-server on the path nor an engine here',
};

/** What would be started for the model that the settings name, and why; what runs already. */
export async function* ownFindings(meant: Meant, loaded: LoadedConfig): AsyncGenerator<Finding> {
  if (meant.type === 'hub') {
    const text = sourceText(meant.source);
    const finding = `${text} is the model to use, and is not here yet`;
    yield { name: 'model', ok: false, finding, remedy: `\`sotto model pull ${text}\` fetches it` };
    return;
  }
  const own = ownModel(loaded, meant.model);
  const road = roadHere(loaded);
  const running = await runningFor(meant);
  if (running) yield keeperFinding(running, own.keepAliveMs);
  else yield startedFinding(own, road);
}

function startedFinding(own: ReturnType<typeof ownModel>, road: Road): Finding {
  const { name, quantization, bytes } = own.model;
  const fit = own.fit();
  const said = [quantization, sizeText(bytes)].filter((part) => part !== '').join(', ');
  const what = `${name} (${said})`;
  if (road.type === 'none') {
    const remedy = 'install llama.cpp, or fetch an engine with `sotto model engine`';
    return { name: 'start', ok: false, finding: `${what} cannot be run: ${why.none}`, remedy };
  }
  const slots = `${fit.slots} ${fit.slots === 1 ? 'slot' : 'slots'} of ${fit.context} tokens`;
  const how =
    road.type === 'server'
      ? `${road.program} would be started on it with ${slots} (one for each character and one for questions beside the play)`
      : `it would be run in this process with ${slots}`;
  const free = memoryHere().free;
  const finding = `${what}: ${how}, because backend.model names it and ${why[road.type]}; it needs ${sizeText(fit.bytes)} of the ${sizeText(free)} of free memory`;
  const remedy = fit.fits ? '' : 'close other programs, or choose a smaller model or quantization';
  return { name: 'start', ok: fit.fits, finding, remedy };
}

const used = (holders: number): string => (holders === 1 ? '1 sotto uses it' : `${holders} sottos use it`);

function keeperFinding({ record, url, holders, state }: RunningServer, keepAliveMs: number): Finding {
  const finding = `sotto has started llama-server for ${record.name} at ${url} (${state}); ${used(holders)} now; a keeper (process ${record.keeper.pid}) ends it ${Math.round(keepAliveMs / 1000)} seconds after the last; its log: ${record.log}`;
  return { name: 'keeper', ok: true, finding, remedy: '' };
}
