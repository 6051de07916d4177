import { hideInText } from '../../traffic/redaction/found/text-secrets.ts';
import { hideAddressUser } from '../../traffic/redaction/found/url-secrets.ts';

export function findHostFault(given: string): string | undefined {
  if (!/[/@]/.test(given)) return undefined;
  return `must be an address of this machine such as 127.0.0.1 or 0.0.0.0, or its name, without scheme, user and port; not "${hideAddressUser(given)}"`;
}

/** The server for requests that no operation matches; undefined: they get a 404 or 405. */
export function readTarget(given: string): URL | undefined {
  if (given === '404') return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url && url.username === '' && url.password === '' && !/[?#]/.test(given);
  if (url && isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new TypeError(
    `must be 404, or a URL such as http://127.0.0.1:3000 without credentials, query and fragment; not "${hideInText(hideAddressUser(given))}"`,
  );
}

/** Paths are put behind it. */
export function findPublicFault(given: string): string | undefined {
  const url = /^https?:\/\/[^/]/.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  const isPlain = url && url.username === '' && url.password === '' && !/[?#\s]/.test(given);
  if (isPlain) return undefined;
  return `must be a URL such as https://api.example:8443/mock without credentials, query and fragment; not "${hideInText(hideAddressUser(given))}"`;
}

export function findReplicaFault(given: string): string | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' && given.replace(/\/$/, '') === url.origin) return undefined;
  return `must be an address such as http://10.0.0.3:4010, not "${hideInText(hideAddressUser(given))}"`;
}

export function readServer(given: string): string {
  if (/^https?:\/\/[^/]/.test(given) && URL.canParse(given)) return given;
  throw new TypeError(
    `must be the address of a server, such as http://127.0.0.1:4010, not "${hideInText(hideAddressUser(given))}"`,
  );
}
