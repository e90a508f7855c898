import type { Config } from '../config/schema.ts';
import { isLocalServer } from '../inference/local-server.ts';
import type { PlayParts } from '../play/chat/parts.ts';
import type { JobKind } from '../play/jobs/job-kind.ts';
import type { ClassifierOver } from '../play/world/pass/ask-about.ts';
import { statePass } from '../play/world/pass/state-pass.ts';
import { estimateTokens } from '../prompt/tokens.ts';
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
  'what the characters feel and do is not followed here, for that costs tokens; set world.state_pass to "on" to have it';

/** Why the state of the fiction is not followed: null when it is, empty where a person wants it so. */
function isOff({ world, backend }: Config): string | null {
  const { classifier } = backend;
  if (world.state_pass !== 'auto') return world.state_pass === 'on' ? null : '';
  const isApart = classifier.enabled && (classifier.kind !== 'auto' || classifier.url !== '');
  const asked = isApart ? classifier : backend;
  const model = (classifier.enabled && classifier.model) || asked.model;
  return isOwn({ ...asked, model }) ? null : whyOff;
}

/** The bookkeeping that turns cause, as the settings have it at the time. */
export function bookkeeping(config: RunConfig, after: PlayParts['after']): readonly JobKind[] {
  const over: ClassifierOver = async (backend) => {
    const { createClassifier } = await import('../inference/classifier.ts');
    const { timeout } = config.loaded.config.backend.classifier;
    const models = [{ name: config.loaded.config.backend.model || backend.kind, backend }];
    const hard = Number.POSITIVE_INFINITY;
    return createClassifier({ models, hard, timeoutMs: timeout * secondMs, after, estimate: estimateTokens });
  };
  return [
    statePass({
      isOff: () => isOff(config.loaded.config),
      pinsMost: () => config.loaded.config.cast.pins,
      over,
    }),
  ];
}
