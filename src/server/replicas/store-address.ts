import type { StoreAddress } from '../../store/shared/redis-steps.ts';

const schemes: Readonly<Record<string, string>> = {
  'redis:': 'redis:',
  'rediss:': 'rediss:',
  'valkey:': 'redis:',
  'valkeys:': 'rediss:',
};

/** Throws a TypeError that repeats no password. */
export function readStoreAddress(given: string): StoreAddress {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const scheme = url && schemes[url.protocol];
  if (!url || scheme === undefined || url.hostname === '') throw refuse('');
  if (url.search !== '') throw refuse(', without parameters behind "?"');
  if (!/^\/?\d*$/.test(url.pathname))
    throw refuse(', with the number of a database behind the host');
  if (!isEncoded(url.username) || !isEncoded(url.password))
    throw refuse(': its user and password are encoded as in each URL, so write % in it as %25');
  const name = url.hash === '' ? usualName : url.hash.slice(1);
  if (!/^[\w.-]{1,64}$/.test(name)) {
    throw new TypeError(
      'must name the mock servers behind "#" by up to 64 letters, digits, dots, dashes and underscores, such as redis://127.0.0.1:6379/0#demo',
    );
  }
  const { protocol, host, pathname } = url;
  const plain = new URL(url);
  plain.hash = '';
  return {
    url: scheme + plain.href.slice(protocol.length),
    name,
    shown: `${protocol}//${host}${pathname}#${name}`,
  };
}

const usualName = 'stuntdouble';

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

function refuse(more: string): TypeError {
  return new TypeError(
    `must be the address of a Redis or Valkey server, such as redis://127.0.0.1:6379/0 (also rediss, valkey, valkeys)${more}`,
  );
}
