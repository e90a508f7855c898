import type { Abilities } from '../../inference/abilities.ts';
import type { App } from '../run/app.ts';
import { narrativeServer } from '../run/model-servers.ts';
import { abilitiesOf } from './abilities.ts';
import type { Finding } from './finding.ts';
import type { ServerStatus } from './servers.ts';
import { seeServers, startFinding, timeouts, visit } from './visit.ts';

/** A model that a server here serves. */
export interface ServedModel {
  readonly kind: string;
  readonly url: string;
  /** Empty where the server does not tell it. */
  readonly model: string;
  /** Tokens; 0 when unknown. */
  readonly context: number;
  /** Whether it is the one in use. */
  readonly inUse: boolean;
  /** Whether its server has others too, so that it must be named. */
  readonly isOneOfMany: boolean;
  /** What a look at its server found. */
  readonly finding: string;
  /** What its server can do beside, as far as it tells. */
  readonly abilities: Abilities;
}

/** The models of all servers that answer, the one in use first, and how to start a server where none does. */
export interface ServedModels {
  readonly models: readonly ServedModel[];
  readonly start: Finding | null;
}

/** `used` is the model that the settings name there, empty for none; null for a server that is not in use. */
async function modelsOf(
  { backend, probe }: ServerStatus,
  apiKey: string,
  used: string | null,
): Promise<ServedModel[]> {
  const { servedAt } = await import('../../inference/detection/served.ts');
  const { kind, url } = backend;
  const listed =
    probe.ok && url !== '' ? await servedAt(url, apiKey, AbortSignal.timeout(timeouts.askMs)) : [];
  const isOneOfMany = listed.length > 1;
  const names = isOneOfMany ? listed : [probe.model || (listed[0] ?? '')];
  const { contextSize: context, finding } = probe;
  const abilities = await abilitiesOf({ backend, probe }, timeouts);
  return names.map((model) => {
    const isIt = !isOneOfMany || model === (used || probe.model);
    return {
      kind,
      url,
      model,
      context: isIt ? context : 0,
      inUse: used !== null && isIt,
      isOneOfMany,
      finding,
      abilities: isIt ? abilities : {},
    };
  });
}

/** The configured server that does not answer says so itself. */
const notThere = (start: Finding, used: ServerStatus | null): Finding => ({
  ...start,
  ...(used && { finding: used.probe.finding }),
});

/** Looks for model servers, in a few seconds. Rejects with SottoError where the settings contradict. */
export async function servedModels(app: App): Promise<ServedModels> {
  const at = visit(app, true);
  const { own, apiKey = '', model = '' } = narrativeServer(at.loaded);
  const { used: found, others } = await seeServers(at);
  // A model of sotto's own is listed as a file.
  const used = own ? undefined : found;
  const isModel = used?.backend.isModel === true;
  const answers = others.length > 0 || (isModel && used.probe.ok);
  const all = await Promise.all([
    isModel ? modelsOf(used, apiKey, model) : [],
    ...others.map((other) => modelsOf(other, '', null)),
  ]);
  return {
    models: all.flat(),
    start: answers ? null : notThere(startFinding(at.needs, []), isModel ? used : null),
  };
}
