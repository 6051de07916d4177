/** Where the user is: the part of the address after `#`, such as `#/traffic/12?status=4XX`. */
export interface Route {
  /** The segments, decoded; the first names the view. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s, 2);
  return {
    path: path.split('/').filter(Boolean).map(decode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Empty members of the query are left out. */
export function writeRoute({ path, query }: Route): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== '');
  const text = new URLSearchParams(pairs).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

/** The same place in another world, where requests and records are others. */
export function placeIn(world: string, { path, query }: Route): Route {
  const lengths: Readonly<Record<string, number>> = { traffic: 1, state: 2 };
  return { path: path.slice(0, lengths[path[0] ?? '']), query: { ...query, world } };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
