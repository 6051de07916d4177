/** Why a store is not reached, in words that say what to do. `url`: its address, of which only the scheme counts. */
export function describeConnectionFault(message: string, url: string): string {
  const scheme = url.split(':', 1)[0] ?? '';
  if (message.startsWith('NOAUTH'))
    return `it wants a password, such as ${scheme}://user:password@host:6379/0`;
  if (message.startsWith('WRONGPASS')) return 'it does not take this user and password (WRONGPASS)';
  if (isLasting(message))
    return 'it does not answer as Redis and Valkey do: is this their port, and without TLS?';
  const hasTls = scheme === 'rediss' || scheme === 'valkeys';
  if (hasTls && /timeout/i.test(message))
    return `${message}: does it take TLS, as rediss and valkeys say?`;
  return message;
}

/** Whether another program answers there: that does not get right by itself. */
export function isLasting(message: string): boolean {
  return message.startsWith('Unknown RESP type');
}
