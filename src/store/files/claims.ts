import type { Release } from './file-bytes.ts';
import { hashOf } from './file-bytes.ts';

/** Which files belong to requests that are under way: several may have the same. */
interface Claims {
  has(this: void, hash: string): boolean;
  /** Resolves when the files of a request are stored. Rejects, and claims none, where one is not. */
  take(this: void, files: readonly Uint8Array[]): Promise<Release>;
}

interface Claim {
  holders: number;
  /** Resolves with whether the file was written, and was not there before. */
  readonly isNew: Promise<boolean>;
  /** Whether a request that is over has changed a record that names it. */
  isNamed: boolean;
}

/** `write` resolves with whether it wrote the file, and was not there before. */
export function createClaims(
  write: (bytes: Uint8Array) => Promise<boolean>,
  remove: (hash: string) => void,
): Claims {
  const claims = new Map<string, Claim>();
  const claim = (bytes: Uint8Array): Promise<boolean> => {
    const hash = hashOf(bytes);
    const found = claims.get(hash) ?? { holders: 0, isNew: write(bytes), isNamed: false };
    found.holders += 1;
    claims.set(hash, found);
    return found.isNew;
  };
  const release = (hash: string, isNew: boolean, isNamed: boolean): void => {
    const found = claims.get(hash);
    if (!found) return;
    found.holders -= 1;
    found.isNamed ||= isNamed;
    if (found.holders > 0) return;
    claims.delete(hash);
    if (isNew && !found.isNamed) remove(hash);
  };
  return {
    has: (hash) => claims.has(hash),
    async take(files) {
      const held: { readonly hash: string; isNew: boolean }[] = [];
      const releaseAll: Release = (named) => {
        for (const { hash, isNew } of held) release(hash, isNew, named.has(hash));
      };
      try {
        for (const bytes of files) {
          const one = { hash: hashOf(bytes), isNew: false };
          held.push(one);
          one.isNew = await claim(bytes);
        }
        return releaseAll;
      } catch (error) {
        releaseAll(new Set());
        throw error;
      }
    },
  };
}
