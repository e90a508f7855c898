const named = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i;

const decoderOf = (label: string | undefined) => {
  try {
    return label === undefined ? null : new TextDecoder(label);
  } catch {
    return null;
  }
};

/** The text of a page: in the encoding that its type names, else the page itself, else UTF-8. */
export function textOfBytes(bytes: Buffer, contentType: string): string {
  const [, ofType] = /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType) ?? [];
  const [, ofPage] = named.exec(bytes.subarray(0, 1024).toString('latin1')) ?? [];
  const decoder = decoderOf(ofType) ?? decoderOf(ofPage) ?? new TextDecoder();
  return decoder.decode(bytes);
}
