import { abilitiesText } from '../../app/doctor/abilities.ts';
import { sizeText } from '../../app/files/size-text.ts';
import { type ModelShown, showModel } from '../../app/models/show.ts';
import { define } from '../command.ts';
import { argument, text } from '../parameters.ts';
import { modelLine } from './shape.ts';

const none = 'not told';

const lines = ({ row, header, memory, slots, each, how, abilities }: ModelShown): string[] => [
  row.name,
  `file           ${row.file}`,
  `size           ${sizeText(row.bytes ?? 0)}`,
  `from           ${row.source}`,
  `name           ${header.name || none}`,
  `architecture   ${header.architecture || none}`,
  `quantization   ${row.quantization || none}`,
  `context        ${header.context === 0 ? none : `${header.context} tokens, trained on`}`,
  `template       ${header.template === null ? 'none: a base model, which goes on with a text' : header.isTuned ? 'its own' : 'its own, but it sounds like a base model'}`,
  `memory         ${sizeText(memory.wanted)} with ${slots} slots of ${each} tokens; ${sizeText(memory.free)} free of ${sizeText(memory.all)}`,
  `would run      ${how}`,
  `running        ${row.running ?? 'no'}`,
  ...(abilities ? [`abilities      ${abilitiesText(abilities) || none}`] : []),
];

/** `model show`. */
export const show = define({
  name: 'model show',
  group: 'upkeep',
  summary: 'show a model: context, quantization, template, architecture, the memory that it needs',
  parameters: { model: argument('<model>', text) },
  run: ({ app }, { model }) => showModel(app, model),
  json: ({ row, header, memory, slots, each, how, abilities }) => ({
    ...modelLine(row),
    architecture: header.architecture,
    title: header.name,
    template: header.template,
    tuned: header.isTuned,
    memory: memory.wanted,
    free: memory.free,
    slots,
    slotContext: each,
    how,
    ...(abilities && { abilities }),
  }),
  text: (shown) => lines(shown).join('\n'),
});
