import { hideInText } from '../traffic/redaction/found/text-secrets.ts';
import { hideAddressUser } from '../traffic/redaction/found/url-secrets.ts';

/** The server for requests that no operation matches; undefined: they get a 404 or 405. */
export function readUnmatched(text: string): URL | undefined {
  if (text === '404') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && url.username === '' && url.password === '' && !/[?#]/.test(text);
  if (url && isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new TypeError(
    `must be 404, or a URL such as http://127.0.0.1:3000 without credentials, query and fragment; not "${hideInText(hideAddressUser(text))}"`,
  );
}
