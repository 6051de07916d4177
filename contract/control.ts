import { send } from './exchange.ts';
import type { Json, JsonObject } from './json.ts';
import { readJson } from './json.ts';

/** One world of a stand-in, brought about by its control API. */
export interface ControlledWorld {
  /** What sends a request there. */
  readonly headers: Readonly<Record<string, string>>;
  /** Back to the fixtures. */
  readonly reset: () => Promise<void>;
  /** All records; undefined where what comes back is no JSON. */
  readonly readState: () => Promise<Json | undefined>;
  /** Changes a record as told, whatever its schema allows. */
  readonly spoil: (change: Spoiling) => Promise<void>;
}

export interface Spoiling {
  readonly collection: string;
  readonly key: string;
  readonly members: JsonObject;
}

/** Without a name, the world that requests play in which name none. */
export function openWorld(url: string, name?: string): ControlledWorld {
  const token = process.env['STUNTDOUBLE_CONTROL_TOKEN'] ?? '';
  const prefix = process.env['STUNTDOUBLE_CONTROL_PREFIX'] || '/_mock';
  const headers: ControlledWorld['headers'] =
    name === undefined ? {} : { 'x-stuntdouble-world': name };
  const ask = async (method: string, path: string, members?: JsonObject): Promise<string> => {
    const response = await send(url, {
      method,
      path: prefix + path,
      headers: {
        ...headers,
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(members === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(members === undefined ? {} : { body: JSON.stringify(members) }),
    });
    if (response.status < 300) return response.body;
    throw new Error(`${method} ${url}${prefix}${path}: ${response.status} ${response.body}`);
  };
  return {
    headers,
    async reset() {
      await ask('POST', '/reset');
    },
    readState: async () => readJson(await ask('GET', '/state')),
    async spoil({ collection, key, members }) {
      await ask('PATCH', `/state/${collection}/${encodeURIComponent(key)}?check=false`, members);
    },
  };
}
