import type { Collection } from '../../contract/plan/plan.ts';
import type { World } from '../../store/worlds/world.ts';
import type { LogIn } from './log-ins.ts';
import { hash, logInsNamed } from './log-ins.ts';

/** What a client sends with each request by HTTP's Basic scheme. */
export interface NameAndPassword {
  readonly name: string;
  readonly password: string;
}

/** Reads a credential, with or without the word `Basic`; undefined where it is none of this scheme. */
export function readBasic(credential: string): NameAndPassword | undefined {
  const [, encoded] = /^(?:basic\s+)?([\w+/-]+=*)$/i.exec(credential.trim()) ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  // What only looks like Base64 becomes other characters.
  if (at < 1 || text.includes('\uFFFD')) return undefined;
  return { name: text.slice(0, at), password: text.slice(at + 1) };
}

/** The person of this name who signed up with a password, and is still there. */
export function findNamed(
  world: World,
  collection: Collection,
  { name }: NameAndPassword,
  exists: (key: string) => boolean,
): LogIn | undefined {
  return logInsNamed(collection, world, name).find(
    ({ key, password }) => password !== undefined && exists(key),
  );
}

export function isRight(world: World, { key, password }: LogIn, sent: NameAndPassword): boolean {
  return password === hash(world, key, sent.password);
}
