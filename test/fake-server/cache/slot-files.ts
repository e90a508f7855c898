import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HttpResponse, jsonResponse } from '../apis/api.ts';
import type { ServerState } from '../server-state.ts';
import type { Kept } from './kept.ts';

const path = /^\/slots\/(\d+)$/;

const refuse = ({ api }: ServerState, message: string): HttpResponse =>
  api.refuse(400, 'invalid_request_error', message);

/** What llama-server writes: the state of the slot, and its checkpoints in a file beside it. */
const write = (file: string, { checkpoints, ...state }: Kept): number => {
  const text = JSON.stringify(state);
  writeFileSync(file, text);
  writeFileSync(`${file}.ckpt`, JSON.stringify(checkpoints));
  return text.length;
};

const read = (file: string): Kept | null => {
  try {
    const checkpoints = JSON.parse(readFileSync(`${file}.ckpt`, 'utf8'));
    return { ...JSON.parse(readFileSync(file, 'utf8')), checkpoints };
  } catch {
    return null;
  }
};

const save = async (state: ServerState, id: number, file: string): Promise<HttpResponse> => {
  const kept = await state.pool.save(id);
  if (!kept) return refuse(state, 'Invalid slot ID');
  const n_written = write(file, kept);
  return jsonResponse(200, {
    ...{ id_slot: id, filename: file.split('/').at(-1), n_saved: kept.tokens.length, n_written },
    timings: { save_ms: 0 },
  });
};

const restore = async (state: ServerState, id: number, file: string): Promise<HttpResponse> => {
  const kept = read(file);
  if (!kept || !(await state.pool.restore(id, kept))) {
    await state.pool.erase(id);
    return refuse(state, 'Unable to restore slot: No available space in KV cache or invalid slot save file');
  }
  return jsonResponse(200, {
    ...{ id_slot: id, filename: file.split('/').at(-1), n_restored: kept.tokens.length, n_read: 0 },
    timings: { restore_ms: 0 },
  });
};

const erase = async (state: ServerState, id: number): Promise<HttpResponse> => {
  const n_erased = await state.pool.erase(id);
  return n_erased === null ? refuse(state, 'Invalid slot ID') : jsonResponse(200, { id_slot: id, n_erased });
};

/** The answer to `POST /slots/N?action=save|restore|erase`, as with `--slot-save-path`; null for anything else. */
export const answerSlotAction = async (
  state: ServerState,
  { method, url, fields }: { method: string; url: URL; fields: Record<string, unknown> },
): Promise<HttpResponse | null> => {
  const id = path.exec(url.pathname)?.[1];
  if (id === undefined || method !== 'POST' || state.api.routes['GET /slots'] === undefined) return null;
  const { slotSavePath: folder } = state;
  if (folder === undefined) {
    const message = 'This server does not support slots action. Start it with `--slot-save-path`';
    return state.api.refuse(501, 'not_supported_error', message);
  }
  const action = url.searchParams.get('action');
  if (action === 'erase') return erase(state, Number(id));
  const name = String(fields.filename ?? '');
  if (action !== 'save' && action !== 'restore') return refuse(state, 'Invalid action');
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return refuse(state, 'Invalid filename');
  return (action === 'save' ? save : restore)(state, Number(id), join(folder, name));
};
