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
  if (!url || scheme === undefined || url.hostname === '' || url.search !== '') throw refuse();
  if (!/^\/?\d*$/.test(url.pathname)) throw refuse();
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

function refuse(): TypeError {
  return new TypeError(
    'must be the address of a Redis or Valkey server, such as redis://127.0.0.1:6379/0 (also rediss, valkey, valkeys)',
  );
}
