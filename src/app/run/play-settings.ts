import * as z from 'zod/mini';
import type { LoadedConfig } from '../../config/load.ts';
import type { Config } from '../../config/schema.ts';
import type { LoreOptions } from '../../play/chat/books-in-use.ts';
import type { PlaySettings, StatusShape } from '../../play/chat/parts.ts';
import type { RegexScript } from '../../prompt/regex-scripts.ts';
import type { Library } from '../../store/library.ts';
import type { Store } from '../../store/store.ts';
import { backtracking } from '../library/scripts.ts';
import { contextTemplate, promptPreset, turnTemplate } from './templates.ts';

const shape: z.ZodMiniType<Omit<RegexScript, 'backtracking'>> = z.object({
  name: z.string(),
  find: z.string(),
  replace: z.string(),
  trim: z.array(z.string()),
  placement: z.array(z.number()),
  disabled: z.boolean(),
  markdownOnly: z.boolean(),
  promptOnly: z.boolean(),
  runOnEdit: z.boolean(),
  substitute: z.number(),
  minDepth: z.nullable(z.number()),
  maxDepth: z.nullable(z.number()),
});

/** The imported regex scripts that are switched on, in the order of the files that they came from. */
const regexScripts = (library: Library): RegexScript[] =>
  library
    .presets(['regex'])
    .toSorted((a, b) => Number(a.body.order ?? 0) - Number(b.body.order ?? 0))
    .flatMap(({ body }) => {
      const read = shape.safeParse(body);
      return read.success && !read.data.disabled ? [{ ...read.data, backtracking }] : [];
    });

/** What a play obeys of the settings; its templates are looked up when they are first needed. */
export function playSettings({ config, origins }: LoadedConfig, store: Store): PlaySettings {
  const { prompt, privacy, backend } = config;
  const { seed: _, ...sampling } = config.sampling;
  const { template: name } = prompt;
  const isTemplateSet = origins.get('prompt.template')?.from !== 'default';
  return {
    tag: tagStyle(config),
    untaggedReply: privacy.untagged_reply,
    reveal: privacy.reveal,
    ooc: config.ooc,
    hint: privacy.hint,
    castMax: config.cast.max,
    ...{ pinsMost: config.cast.pins, memory: memorySettings(config), ...sceneSettings(config) },
    autoTurn: config.AutoTurn,
    maxHops: config.auto_turn.max_hops,
    autoDelay: config.auto_turn.delay,
    budget: budgetSettings(config),
    maxTokens: prompt.max_tokens,
    stop: prompt.stop,
    sampling,
    layout: {
      order: prompt.layout,
      live: prompt.live,
      shape: prompt.shape,
      chatStart: chatStartOf(prompt),
      get context() {
        return contextTemplate(prompt.context_template, store.library);
      },
      get preset() {
        return promptPreset(store.library);
      },
    },
    get template() {
      return isTemplateSet ? turnTemplate(name, store.library) : 'usual';
    },
    lore: loreOptions(config.lore),
    loreIsExact: config.lore.placement === 'exact',
    warmUp: backend.warm_up,
    patience: backend.classifier.patience * 1000,
    status: prompt.status,
    statusShape: statusShapeOf(prompt),
    userName: config.user.name,
    tools: toolSettings(config),
    get scripts() {
      return regexScripts(store.library);
    },
  };
}

const sceneSettings = ({ scenes }: Config): Pick<PlaySettings, 'lastScenes' | 'closeScenes'> => ({
  lastScenes: scenes.last,
  closeScenes: scenes.close,
});

const budgetSettings = ({ prompt }: Config): PlaySettings['budget'] => {
  const { context, context_limit: limit, hard, soft, told } = prompt;
  return { context, limit, hard, soft, told };
};

const memorySettings = ({ memory, prompt }: Config): PlaySettings['memory'] => {
  const { per_chat: perChat, ...others } = memory;
  return { ...others, perChat, shape: others.shape === 'auto' ? prompt.shape : others.shape };
};

/** The row that begins a chat in the shape `lmml`, unless the settings say otherwise. */
const usualStart = '[Start a new Chat]';

const chatStartOf = ({ chat_start: start, shape: of }: Config['prompt']): string => {
  if (start !== 'auto') return start;
  return of === 'lmml' ? usualStart : '';
};

const statusShapeOf = ({ status_shape: set, shape: of }: Config['prompt']): StatusShape => {
  if (set !== 'auto') return set;
  return of === 'lmml' ? 'element' : 'sentence';
};

const toolSettings = ({ tools }: Config): NonNullable<PlaySettings['tools']> => {
  const { search_url: _, mcp: __, ...others } = tools;
  return others;
};

const tagStyle = (config: Config): PlaySettings['tag'] => ({
  enabled: config.CharSpecificContextEnabled,
  tag: config.CharSpecificContextTag,
  end: config.CharSpecificContextTagEnd,
  heads: config.privacy.style === 'head',
});

const loreOptions = (lore: Config['lore']): LoreOptions => ({
  scanDepth: lore.scan_depth,
  names: lore.names,
  caseSensitive: lore.case_sensitive,
  wholeWords: lore.whole_words,
  recursive: lore.recursive,
  groupScoring: false,
  budget: lore.budget,
  minActivations: lore.min_activations,
  maxRounds: lore.max_rounds,
  backtracking,
});
