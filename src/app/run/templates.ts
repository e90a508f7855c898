import * as z from 'zod/mini';
import { SottoError } from '../../domain/errors.ts';
import { readPromptPreset } from '../../interop/presets/prompt-preset.ts';
import type { PromptPreset } from '../../prompt/preset/preset.ts';
import type { ContextTemplate } from '../../prompt/template/context-template.ts';
import { templateNamed, templateNames } from '../../prompt/template/templates.ts';
import type { TurnTemplate } from '../../prompt/template/turn-template.ts';
import type { Library } from '../../store/library.ts';

const marks = z.object({ before: z.string(), after: z.string() });
const turns: z.ZodMiniType<TurnTemplate> = z.object({
  name: z.string(),
  opening: marks,
  system: marks,
  user: marks,
  assistant: marks,
  cue: z.string(),
  stop: z.array(z.string()),
});
const context: z.ZodMiniType<ContextTemplate> = z.object({
  name: z.string(),
  story: z.string(),
  chatStart: z.string(),
  exampleSeparator: z.string(),
  stopsAtNames: z.boolean(),
  stop: z.array(z.string()),
});

/** The name that stands for the server's own template. */
export const serverTemplate = 'server';

/**
 * The turn template that `prompt.template` names: one of sotto's, `server`, `auto`, else an imported one. Throws SottoError
 * `no_such_template`.
 */
export function turnTemplate(name: string, library: Library): TurnTemplate | 'server' | 'auto' {
  if (name === serverTemplate || name === 'auto') return name;
  const known = templateNamed(name) ?? imported(library, 'template', name, turns);
  if (known) return known;
  const names = [...templateNames, serverTemplate, 'auto'].join(', ');
  const message = `there is no turn template "${name}"; prompt.template is one of ${names}, or import one with \`sotto preset import FILE\``;
  throw new SottoError('not_found', 'no_such_template', message);
}

/** The context template that `prompt.context_template` names; null for none. Throws SottoError `no_such_template`. */
export function contextTemplate(name: string, library: Library): ContextTemplate | null {
  if (name === '') return null;
  const known = imported(library, 'context', name, context);
  if (known) return known;
  const message = `there is no context template "${name}"; import one with \`sotto preset import FILE\`, or clear prompt.context_template`;
  throw new SottoError('not_found', 'no_such_template', message);
}

/** The prompts that are in use, and their order; null for none. Throws SottoError `bad_preset`. */
export function promptPreset(library: Library): PromptPreset | null {
  const stored = library.presets(['prompts']).find(({ chosen }) => chosen);
  return stored ? readPromptPreset(stored.body, stored.name).preset : null;
}

function imported<T>(library: Library, kind: 'template' | 'context', name: string, shape: z.ZodMiniType<T>) {
  const stored = library.presets([kind]).find((preset) => preset.name === name);
  return stored && shape.safeParse(stored.body).data;
}
