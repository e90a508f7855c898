import { pictureKind } from '../formats/exif.ts';
import { isPng } from '../formats/png.ts';

const folders: Readonly<Record<string, readonly string[]>> = {
  images: ['png', 'apng', 'jpg', 'jpeg', 'webp', 'gif', 'avif', 'bmp', 'svg'],
  audio: ['mp3', 'wav', 'ogg', 'flac', 'm4a', 'opus', 'aac'],
  video: ['mp4', 'webm', 'mov', 'mkv', 'avi'],
  l2d: ['moc3', 'model3', 'cmo3'],
  '3d': ['glb', 'gltf', 'vrm', 'obj', 'fbx', 'mmd', 'pmx'],
  ai: ['safetensors', 'ckpt', 'onnx', 'pt'],
  fonts: ['ttf', 'otf', 'woff', 'woff2'],
  code: ['js', 'ts', 'lua', 'py', 'css'],
};

const folderOf = (ext: string): string =>
  Object.entries(folders).find(([, exts]) => exts.includes(ext))?.[0] ?? 'other';

/** Types of assets that the specification names. */
export const assetTypes = ['icon', 'background', 'emotion', 'user_icon', 'other'];

/** Extension of a picture by its bytes; null for what is not known. */
export const pictureExt = (bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null =>
  isPng(bytes) ? 'png' : pictureKind(bytes);

const longest = 60;

/** What must stand in the name of a zip's member so that every program can read it. */
const tidy = (name: string): string =>
  name
    .slice(0, longest)
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, longest)
    .replace(/^[._]+|[._]+$/g, '');

/** Name of a new member for an asset of this type, name and extension, unlike all that are taken already. */
export const memberName = (
  { type, name, ext }: { type: string; name: string; ext: string },
  taken: ReadonlyMap<string, unknown>,
): string => {
  const known = assetTypes.includes(type) || /^x_\w{1,40}$/.test(type) ? type : 'other';
  const ending = /^[a-z0-9]{1,12}$/.test(ext) ? ext : 'unknown';
  const base = `assets/${known}/${folderOf(ending)}/${tidy(name) || 'asset'}`;
  let candidate = `${base}.${ending}`;
  for (let count = taken.size + 1; taken.has(candidate); count++) candidate = `${base}_${count}.${ending}`;
  return candidate;
};

/** Path of an asset in a PNG: as it is where a chunk's keyword can hold it, else a numbered one. */
export const chunkPath = (path: string, index: number): string =>
  /^[\x20-\x7e]{1,62}$/.test(path) && path.trim() === path ? path : `assets/${index}`;
