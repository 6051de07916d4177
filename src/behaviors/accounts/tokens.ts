import { createHmac } from 'node:crypto';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { World } from '../../store/worlds/world.ts';

/** What a token says of its person. */
export interface Claims {
  readonly key: string;
  /** What the person is called, where that is only told by the token. */
  readonly as: JsonObject;
  readonly generation: number;
}

type Issuer = Pick<World, 'name' | 'seed'>;

/** Seconds since the epoch: the year 2100. Clients that read tokens may want an end. */
const end = 4_102_444_800;
const head = encode({ alg: 'HS256', typ: 'JWT' });
const tokenForm = new RegExp(`${head}\\.[\\w-]+\\.[\\w-]+`);

/** The token of a person: derived and not stored, so the same person always gets the same. */
export function writeToken(world: Issuer, { key, as, generation }: Claims): string {
  const signed = `${head}.${encode({ sub: key, exp: end, generation, as })}`;
  return `${signed}.${sign(world, signed)}`;
}

/** What the token says that a request carries, in a header, a cookie or its query. */
export function findToken(
  world: Issuer,
  { headers, query }: { readonly headers: Headers; readonly query: string },
): Claims | undefined {
  for (const text of [...Object.values(headers).flat(), query]) {
    const [token] = (text !== undefined && tokenForm.exec(text)) || [];
    const claims = token === undefined ? undefined : readToken(world, token);
    if (claims) return claims;
  }
  return undefined;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

function readToken(world: Issuer, token: string): Claims | undefined {
  const at = token.lastIndexOf('.');
  const signed = token.slice(0, at);
  if (sign(world, signed) !== token.slice(at + 1)) return undefined;
  // A trust edge: the signature says that the server wrote it.
  const text = Buffer.from(signed.slice(signed.indexOf('.') + 1), 'base64url').toString('utf8');
  const claims = JSON.parse(text) as JsonValue;
  if (!isJsonObject(claims)) return undefined;
  const { sub, generation, as } = claims;
  return {
    key: typeof sub === 'string' ? sub : '',
    as: isJsonObject(as) ? as : {},
    generation: typeof generation === 'number' ? generation : 0,
  };
}

function sign({ name, seed }: Issuer, text: string): string {
  return createHmac('sha256', `${seed}/${name}`).update(text).digest('base64url');
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
