import type { Fields } from '../../domain/json/fields.ts';
import { agnai } from './agnai.ts';
import { backyard } from './backyard.ts';
import { characterAi } from './character-ai.ts';
import { chatGpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import type { DocumentFormat } from './document.ts';
import { koboldLite } from './kobold-lite.ts';
import { risuAi } from './risuai.ts';
import { textGenerationWebui } from './text-generation-webui.ts';

const formats: readonly DocumentFormat[] = [
  ...[chatGpt, claude, risuAi, characterAi, koboldLite],
  ...[agnai, backyard, textGenerationWebui],
];

/** The program whose chat a document is, or a list of them; undefined for anything else. */
export const documentFormat = (value: Fields): DocumentFormat | undefined =>
  formats.find(({ is }) => is(value));
