import type { Config } from '../../config/schema.ts';
import { isLocalServer } from '../../inference/local-server.ts';
import { paceOf } from '../../inference/measured-pace.ts';
import type { ClassifierOver, PlayParts } from '../../play/chat/parts.ts';
import { embedJob } from '../../play/memory/embed-job.ts';
import { groupJob } from '../../play/story/closing/group-job.ts';
import { sceneJob } from '../../play/story/closing/scene-job.ts';
import { summaryJob } from '../../play/story/closing/summary-job.ts';
import { occasionTriggers } from '../../play/story/occasions/trigger-job.ts';
import { statePass } from '../../play/world/pass/state-pass.ts';
import { presencePass } from '../../play/world/proposals/presence-pass.ts';
import { estimateTokens } from '../../prompt/tokens.ts';
import { embedderOf } from './embedder.ts';
import type { RunConfig } from './run-config.ts';

const secondMs = 1000;
const inCloud = /[-:]cloud$/;
const withoutAddress: ReadonlySet<string> = new Set(['understudy', 'gguf']);

/** Whether what a model server is asked costs nothing: it is one's own, or there is none. The usual addresses are on this machine. */
function isOwn({ kind, url, model }: Pick<Config['backend'], 'kind' | 'url' | 'model'>): boolean {
  if (withoutAddress.has(kind)) return true;
  return (url === '' || isLocalServer(url)) && !inCloud.test(model);
}

const whyOff =
  'character state is not tracked here, because that costs tokens; set world.state_pass to "on" to track it';

/** Whether small questions have a server of their own. */
const isApart = ({ backend: { classifier, url } }: Config): boolean =>
  classifier.enabled && (classifier.kind !== 'auto' || classifier.url !== '') && classifier.url !== url;

/** Why the state of the fiction is not followed: null when it is, empty where a person wants it so. */
function isOff(config: Config): string | null {
  const { world, backend } = config;
  const { classifier } = backend;
  if (world.state_pass !== 'auto') return world.state_pass === 'on' ? null : '';
  const asked = isApart(config) ? classifier : backend;
  const model = (classifier.enabled && classifier.model) || asked.model;
  return isOwn({ ...asked, model }) ? null : whyOff;
}

/** Whether what is so in the fiction may be asked of a model without a word: it costs nothing, or a person wants it. */
export const isFollowed = (config: Config): boolean => isOff(config) === null;

/** The most tokens of a question about a scene. */
const mostOf = ({ backend: { classifier }, prompt }: Config): number =>
  classifier.enabled ? classifier.hard : prompt.hard;

/** The most tokens of lines that are asked about at once: behind a character's own prompt they must stand in its window. */
const linesMostOf = ({ backend: { classifier }, prompt }: Config): number =>
  classifier.enabled ? classifier.hard / 2 : prompt.hard / 8;

/**
 * What asks small questions of the model that plays, with the patience that the settings have at the time, or longer where the
 * server has been so slow that it needs that.
 */
const classifierFor =
  (config: RunConfig, after: PlayParts['after']): ClassifierOver =>
  async (backend) => {
    const { createClassifier } = await import('../../inference/questions/classifier.ts');
    const { timeout } = config.loaded.config.backend.classifier;
    const models = [{ name: config.loaded.config.backend.model || backend.kind, backend }];
    const limits = { hard: Number.POSITIVE_INFINITY, timeoutMs: timeout * secondMs, after };
    const takes = (prompt: string, maxTokens: number) =>
      paceOf(backend)?.timeFor(estimateTokens(prompt), maxTokens) ?? 0;
    return createClassifier({ models, ...limits, takes, estimate: estimateTokens });
  };

/**
 * The bookkeeping that turns cause, as the settings have it at the time, and what asks the model that plays. `withoutVectors`
 * says why texts cannot be compared by what they mean; null while they can.
 */
export function bookkeeping(
  config: RunConfig,
  after: PlayParts['after'],
  withoutVectors: () => string | null,
): Required<Pick<PlayParts, 'jobs' | 'classifierOver' | 'embedder' | 'asksApart'>> {
  const over = classifierFor(config, after);
  const pass = statePass({
    isOff: () => isOff(config.loaded.config),
    pinsMost: () => config.loaded.config.cast.pins,
    linesMost: () => linesMostOf(config.loaded.config),
    over,
  });
  const presence = presencePass({
    isOff: () => isOff(config.loaded.config),
    asksAlways: () => config.loaded.config.backend.classifier.enabled,
    over,
  });
  const telling = {
    isOff: () => isOff(config.loaded.config) && '',
    hard: () => mostOf(config.loaded.config),
    over,
  };
  const ending = { ...telling, close: () => config.loaded.config.scenes.close };
  const triggers = occasionTriggers({ isOff: () => isOff(config.loaded.config), over });
  const embedding = embedJob(() => (config.loaded.config.memory.embed.enabled ? withoutVectors() : ''));
  const scenes = [sceneJob(ending), summaryJob(telling), groupJob(telling)];
  const jobs = [triggers, pass, presence, ...scenes, embedding];
  const asksApart = () => isApart(config.loaded.config);
  return { jobs, classifierOver: over, embedder: () => embedderOf(config), asksApart };
}
