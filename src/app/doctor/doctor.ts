import { isSottoError, SottoError } from '../../domain/errors.ts';
import type { Probe } from '../../inference/backend.ts';
import type { App } from '../run/app.ts';
import { narrativeServer, openClassifier } from '../run/model-servers.ts';
import { Timers } from '../run/timers.ts';
import { abilitiesFinding, abilitiesOf, keepingFinding } from './abilities.ts';
import { cacheFinding, contextFinding, startCommand } from './advice.ts';
import { checkEmbedding } from './embedding.ts';
import { type Finding, inTwo, probeFinding } from './finding.ts';
import { checkMachine, checkStates, checkStore } from './house.ts';
import { ownFindings, ownKey } from './own.ts';
import { look, type ServerStatus, templateFinding, tokenizerFinding } from './servers.ts';
import { seeServers, startFinding, timeouts, type Visit, visit } from './visit.ts';

const experimentMs = 5000;

const notReady = ({ probe }: ServerStatus): SottoError =>
  new SottoError('server', 'server_not_ready', `${probe.finding}; ${probe.remedy || 'see `sotto doctor`'}`);

/** Looks closer at the server that is used. */
async function* examine(
  { loaded, needs, infoStore }: Visit,
  { backend, probe }: ServerStatus,
): AsyncGenerator<Finding> {
  yield contextFinding(probe, needs);
  yield await tokenizerFinding(backend, timeouts);
  yield await templateFinding(backend, loaded.config.prompt.template, timeouts);
  const abilities = await abilitiesOf({ backend, probe }, timeouts);
  const found = abilitiesFinding(abilities, backend);
  if (found) yield found;
  if (backend.kind !== 'llamacpp') return;
  const { ModelRouter } = await import('../../inference/servers/router.ts');
  const { learnRetention } = await import('../../inference/cache/slot-retention.ts');
  const { own, ...config } = narrativeServer(loaded);
  const about = { loaded, isOwn: own !== undefined, ...(infoStore && { infoStore }) };
  const kept = keepingFinding(abilities, { backend, probe }, about);
  if (kept) yield kept;
  const apiKey = own ? await ownKey(own.meant) : config.apiKey;
  const options = {
    ...config,
    ...(apiKey !== undefined && { apiKey }),
    url: backend.url,
    ...(infoStore && { infoStore }),
  };
  const isFree = probe.slots > 1 && !backend.isMetered;
  const keepsSlots = isFree
    ? await learnRetention(options, AbortSignal.timeout(experimentMs), (at) => new ModelRouter(at, options))
    : null;
  yield cacheFinding(probe, keepsSlots, startCommand(needs, probe.model));
}

/** Looks for servers: first the one that is used, which it resolves to, then the others. */
async function* checkServers(at: Visit): AsyncGenerator<Finding, ServerStatus | undefined> {
  const { used, others } = await seeServers(at);
  const { own } = narrativeServer(at.loaded);
  if (own) yield* ownFindings(own.meant, own.loaded);
  if (used) {
    yield probeFinding('model', used.probe);
    if (used.backend.isModel && used.probe.ok) yield* examine(at, used);
  } else if (!own) yield probeFinding('model', await probeUnderstudy());
  for (const { probe } of others) yield probeFinding('also running', probe);
  if (!used?.backend.isModel && !own) yield startFinding(at.needs, others);
  return used;
}

async function probeUnderstudy(): Promise<Probe> {
  const { createUnderstudy } = await import('../../inference/understudy/backend.ts');
  return createUnderstudy().probe();
}

const question = {
  prompt: 'Question: Is the sea made of water?\nAnswer with one word, yes or no.\nAnswer:',
  choices: ['yes', 'no'],
};

const tooSlow = () => {
  const message = 'it did not answer a question in time; choose a smaller model under [backend.classifier]';
  return new SottoError('server', 'classifier_slow', message);
};

/** Asks the classifier a question, when there is one. Returns what is wrong with it. */
async function* checkClassifier(
  { loaded, infoStore }: Visit,
  used: ServerStatus | undefined,
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
  if (at.infoStore) yield* checkStates(app);
  const classifier = yield* checkClassifier(at, used);
  const embedding = yield* checkEmbedding(at.loaded, at.infoStore ? app.store : null);
  yield* checkMachine(app);
  const worst = store ?? (used && !used.probe.ok ? notReady(used) : (classifier ?? embedding));
  if (worst) throw worst;
}
