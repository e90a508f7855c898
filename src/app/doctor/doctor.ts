import { existsSync } from 'node:fs';
import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import { folderAddresses, withoutAddresses } from '../../config/servers.ts';
import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Probe } from '../../inference/backend.ts';
import type { ServerInfoStore } from '../../inference/transport/request.ts';
import type { App } from '../app.ts';
import { narrativeServer, openClassifier, serverInfoStore } from '../model-servers.ts';
import { Timers } from '../timers.ts';
import { cacheFinding, contextFinding, type Needs, startCommand } from './advice.ts';
import { type Finding, inTwo, probeFinding } from './finding.ts';
import { checkMachine, checkStore } from './house.ts';
import {
  configuredServer,
  look,
  type ProbeTimeouts,
  type SeenServer,
  serversAt,
  templateFinding,
  tokenizerFinding,
} from './servers.ts';

const timeouts: ProbeTimeouts = { findMs: 1500, askMs: 2500 };
const experimentMs = 5000;
const fewestPrompts = 3;

/** A doctor's visit: the settings, without presets when the store cannot be read, and what they ask of a server. */
interface Visit {
  readonly loaded: LoadedConfig;
  readonly needs: Needs;
  /** Absent when there is no store, or none that can be read. */
  readonly infoStore?: ServerInfoStore;
}

/** Whether somebody agreed to an address of the folder is not known without a store. */
const withoutFolder = (given: LoadedConfig): LoadedConfig => withoutAddresses(given, folderAddresses(given));

function visit(app: App, canRead: boolean): Visit {
  const loaded = canRead ? app.config.servers : withoutFolder(app.given);
  const infoStore = canRead && existsSync(app.storeFile) ? { infoStore: serverInfoStore(app.store) } : {};
  return { loaded, needs: needsOf(app, loaded.config, canRead), ...infoStore };
}

/** One slot for each of the latest chat's cast but the human, and one for the classifier. */
function needsOf(app: App, { prompt, backend }: Config, canRead: boolean): Needs {
  const [latest] = canRead && existsSync(app.storeFile) ? app.store.chats.list() : [];
  const cast = latest ? app.store.chats.read(latest.id).world.cast.length - 1 : 0;
  const prompts = Math.max(fewestPrompts, cast) + (backend.classifier.enabled ? 1 : 0);
  return { tokens: prompt.hard + prompt.max_tokens, prompts };
}

const notReady = ({ probe }: SeenServer): SottoError =>
  new SottoError('server', 'server_not_ready', `${probe.finding}; ${probe.remedy || 'see `sotto doctor`'}`);

/** Looks closer at the server that is used. */
async function* examine(
  { loaded, needs, infoStore }: Visit,
  { backend, probe }: SeenServer,
): AsyncGenerator<Finding> {
  yield contextFinding(probe, needs);
  yield await tokenizerFinding(backend, timeouts);
  yield await templateFinding(backend, loaded.config.prompt.template, timeouts);
  if (backend.kind !== 'llamacpp') return;
  const { learnRetention } = await import('../../inference/cache/slot-retention.ts');
  const options = { ...narrativeServer(loaded), url: backend.url, ...(infoStore && { infoStore }) };
  const isFree = probe.slots > 1 && !backend.isMetered;
  const keepsSlots = isFree ? await learnRetention(options, AbortSignal.timeout(experimentMs)) : null;
  yield cacheFinding(probe, keepsSlots, startCommand(needs, probe.model));
}

/** Looks for servers: first the one that is used, which it resolves to, then the others. */
async function* checkServers(at: Visit): AsyncGenerator<Finding, SeenServer | undefined> {
  const { loaded, needs } = at;
  const config = narrativeServer(loaded);
  const { usualAddresses } = await import('../../inference/detection/detect.ts');
  const isOpen = config.kind === 'auto' && config.url === '';
  const forAll = isOpen ? config : { ...config, apiKey: '', model: '' };
  const [configured, found] = await Promise.all([
    configuredServer(config, timeouts),
    serversAt(forAll, usualAddresses, timeouts),
  ]);
  const used = configured ?? found[0];
  const others = found.filter(({ backend }) => backend.url !== used?.backend.url);
  if (used) {
    yield probeFinding('model', used.probe);
    if (used.backend.isModel && used.probe.ok) yield* examine(at, used);
  } else yield probeFinding('model', await probeUnderstudy());
  for (const { probe } of others) yield probeFinding('also there', probe);
  if (!used?.backend.isModel) yield startFinding(needs, others);
  return used;
}

async function probeUnderstudy(): Promise<Probe> {
  const { createUnderstudy } = await import('../../inference/understudy/backend.ts');
  return createUnderstudy().probe();
}

function startFinding(needs: Needs, others: readonly SeenServer[]): Finding {
  const name = 'start';
  if (others[0]) {
    const finding = 'the settings ask for the understudy, though a model server answers';
    return { name, ok: true, finding, remedy: `--url ${others[0].backend.url} --backend auto uses it` };
  }
  const finding = 'no model server answers on this machine: the understudy stands in, and no model writes';
  return { name, ok: true, finding, remedy: `start one, such as ${startCommand(needs, '')}` };
}

const question = {
  prompt: 'Question: Is the sea made of water?\nAnswer with one word, yes or no.\nAnswer:',
  choices: ['yes', 'no'],
};

const tooSlow = () => {
  const message = 'it did not answer a question in time; take a smaller model under [backend.classifier]';
  return new SottoError('server', 'classifier_slow', message);
};

/** Asks the classifier a question, when there is one. Returns what is wrong with it. */
async function* checkClassifier(
  { loaded, infoStore }: Visit,
  used: SeenServer | undefined,
): AsyncGenerator<Finding, SottoError | null> {
  const name = 'classifier';
  try {
    const timers = new Timers();
    const after = (milliseconds: number, run: () => void) => timers.after(milliseconds, run);
    const opened = await openClassifier(loaded, { after, ...(infoStore && { infoStore }) });
    if (!opened) return null;
    const seen = await look(opened.first, timeouts);
    if (seen.backend.url !== used?.backend.url) yield probeFinding(name, seen.probe);
    if (!seen.probe.ok) return notReady(seen);
    const { choice, model } = await opened.classifier.ask(question, AbortSignal.timeout(experimentMs));
    yield { name, ok: true, finding: `${model} answers questions ("${choice}")`, remedy: '' };
    return null;
  } catch (error) {
    if (!isSottoError(error)) throw error;
    const isLate = error.code === 'interrupted';
    const why = isLate ? tooSlow() : error;
    yield { name, ok: false, ...inTwo(why.message) };
    return why;
  }
}

/** Looks at everything that sotto needs. Throws what is worst of it at the end. */
export async function* examineAll(app: App): AsyncGenerator<Finding> {
  const store = yield* checkStore(app);
  const at = visit(app, store === null);
  const used = yield* checkServers(at);
  const classifier = yield* checkClassifier(at, used);
  yield* checkMachine(app);
  const worst = store ?? (used && !used.probe.ok ? notReady(used) : classifier);
  if (worst) throw worst;
}
