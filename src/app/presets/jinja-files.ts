import { basename, dirname, extname, resolve } from 'node:path';
import { SottoError } from '../../domain/errors.ts';
import { fieldsOf } from '../../inference/failure.ts';
import { type ChatTemplate, renderTemplate } from '../../inference/templates/render.ts';
import { readHeader } from '../../models/files/header.ts';
import { probeConversations, templateFrom } from '../../prompt/template/derive.ts';
import { readFileOf } from '../files/files.ts';
import { presetName, type ReadPreset } from './preset-files.ts';

const largestFile = 16 * 1024 * 1024;

const textIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  const content = fieldsOf(value)?.content;
  return typeof content === 'string' ? content : null;
};

/** The template of a model that has one or several, of which one is the usual. */
const sourceIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  const named = Array.isArray(value) ? value.map((one) => fieldsOf(one)) : [];
  return textIn((named.find((one) => one?.name === 'default') ?? named[0])?.template);
};

/** With the name that it was exported under. */
type NamedTemplate = ChatTemplate & { readonly name?: string };

/** What a model's `tokenizer_config.json` says of its template. */
const inSettings = (text: string): NamedTemplate | null => {
  try {
    const fields = fieldsOf(JSON.parse(text));
    const source = sourceIn(fields?.chat_template);
    if (source === null) return null;
    const name = textIn(fields?.name);
    return { source, eos: textIn(fields?.eos_token), ...(name !== null && { name }) };
  } catch {
    return null;
  }
};

const templateAt = (path: string): NamedTemplate | null => {
  const extension = extname(path).toLowerCase();
  if (extension === '.gguf') return { source: readHeader(path).template ?? '', eos: null };
  if (extension !== '.jinja' && extension !== '.json') return null;
  const text = readFileOf(path, largestFile).toString('utf8');
  return extension === '.jinja' ? { source: text, eos: null } : inSettings(text);
};

/** Files of that name lie in a folder that is called after the model. */
const nameFor = (path: string): string => {
  const own = basename(path, extname(path));
  const isUsual = /^(?:tokenizer_config|chat_template)$/.test(own);
  return presetName(isUsual ? basename(dirname(resolve(path))) : own);
};

/**
 * The chat template in Jinja that a file holds: `.jinja`, a `tokenizer_config.json`, or a model file (GGUF); null for other files.
 * Rejects with SottoError `no_such_file`, `not_a_preset`.
 */
export async function readJinjaFile(path: string): Promise<ReadPreset | null> {
  const template = templateAt(path);
  if (!template) return null;
  const rendered = probeConversations.map((messages) => renderTemplate(template, messages).catch(() => ''));
  const turns = templateFrom(await Promise.all(rendered));
  if (!turns) {
    const message = `${path}: how turns are marked cannot be told from its chat template; choose another with prompt.template`;
    throw new SottoError('usage', 'not_a_preset', message);
  }
  const name = template.name === undefined ? nameFor(path) : presetName(template.name);
  const foreign = { name, chat_template: template.source, eos_token: template.eos };
  return { kind: 'template', name, body: { ...turns, name }, foreign, warnings: [] };
}
