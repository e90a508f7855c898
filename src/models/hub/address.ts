import { SottoError } from '../../domain/errors.ts';
import { type HubSource, sourceText } from '../source.ts';

/** Where the repositories are, and the key for those that want one. */
export interface Hub {
  /** No slash at its end. */
  readonly endpoint: string;
  /** Empty for none. */
  readonly token: string;
}

/** As the variables say that Hugging Face's own programs know: `HF_ENDPOINT`, `HF_TOKEN`. */
export const hubOf = (env: Readonly<Record<string, string | undefined>>): Hub => ({
  endpoint: (env.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, ''),
  token: env.HF_TOKEN ?? '',
});

const mostHops = 6;

const refused = (source: HubSource, status: number): SottoError => {
  const text = sourceText(source);
  if (status === 404)
    return new SottoError(
      'not_found',
      'no_such_model',
      `there is no ${text}; look for its name on huggingface.co`,
    );
  if (status === 401 || status === 403) {
    const message = `${text} is not open to everyone (${status}); accept its terms on huggingface.co and export HF_TOKEN`;
    return new SottoError('server', 'bad_key', message);
  }
  return new SottoError('server', 'server_error', `${text} cannot be fetched (${status}); try again later`);
};

/** An answer with the status of success, or of a range that is not there. */
export type Answer = Response;

/** One request that redirects are followed for: the key goes to nobody but the hub, and nothing from https to http. Rejects with SottoError, or what broke. */
export async function ask(
  hub: Hub,
  source: HubSource,
  { path, headers = {}, signal }: { path: string; headers?: Record<string, string>; signal: AbortSignal },
): Promise<Answer> {
  let url = new URL(hub.endpoint + path);
  const { origin } = url;
  for (let hop = 0; hop < mostHops; hop++) {
    const key = hub.token !== '' && url.origin === origin ? { authorization: `Bearer ${hub.token}` } : {};
    const answer = await fetch(url, { headers: { ...headers, ...key }, redirect: 'manual', signal });
    const to = answer.headers.get('location');
    if (answer.status < 300 || answer.status === 416) return answer;
    await answer.body?.cancel();
    if (answer.status >= 400 || to === null) throw refused(source, answer.status);
    const next = new URL(to, url);
    if (!/^https?:$/.test(next.protocol) || (url.protocol === 'https:' && next.protocol !== 'https:'))
      throw new SottoError(
        'server',
        'bad_redirect',
        `${url.host} redirects to an address that is not safe; nothing was fetched`,
      );
    url = next;
  }
  throw new SottoError(
    'server',
    'too_many_redirects',
    `${new URL(hub.endpoint).host} redirects in circles; try again later`,
  );
}
