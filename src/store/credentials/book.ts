import type { Credential, CredentialEntry } from './credential.ts';
import { identityOf, toCredential, writeCredential } from './credential.ts';

/** The credentials of one world. */
export interface CredentialBook {
  readonly entries: readonly Credential[];
  find(scheme: string, value: string): Credential | undefined;
  /** A new number after each change. */
  readonly version: number;
  /** How many credentials were minted since the book was made or reset. */
  readonly minted: number;
  /** Adds a credential; it replaces one with the same scheme and value. */
  mint(credential: Credential): void;
  /** Removes all credentials of that name, also those of a file; returns whether it found any. */
  revoke(name: string): boolean;
  /** Undoes what was minted and revoked. */
  reset(): void;
  /** What another book on the same one needs to have the same. */
  save(): SavedBook;
  take(saved: SavedBook): void;
}

/** What a book has besides the one that it is made on. */
export interface SavedBook {
  readonly minted: number;
  readonly own: readonly CredentialEntry[];
  /** The identities of those of the other book that are revoked. */
  readonly revoked: readonly string[];
}

/** Makes a book on top of another one (`under`), which it neither copies nor changes. */
export function createBook(
  credentials: readonly Credential[],
  under?: CredentialBook,
  onMint?: (value: string) => void,
): CredentialBook {
  const own = new Map(credentials.map((credential) => [identityOf(credential), credential]));
  const revoked = new Set<string>();
  let minted = 0;
  let version = 0;
  const isLeft = (credential: Credential): boolean => {
    if (own.size === 0 && revoked.size === 0) return true;
    const identity = identityOf(credential);
    return !own.has(identity) && !revoked.has(identity);
  };
  const book: CredentialBook = {
    get entries() {
      return [...(under?.entries ?? []).filter(isLeft), ...own.values()];
    },
    find(scheme, value) {
      const credential = own.size > 0 ? own.get(identityOf({ scheme, value })) : undefined;
      if (credential) return credential;
      const below = under?.find(scheme, value);
      return below && isLeft(below) ? below : undefined;
    },
    get version() {
      return version;
    },
    get minted() {
      return minted;
    },
    mint(credential) {
      minted += 1;
      version += 1;
      onMint?.(credential.value);
      own.set(identityOf(credential), credential);
    },
    revoke(name) {
      const found = book.entries.filter((credential) => credential.name === name);
      version += found.length;
      for (const credential of found) {
        const identity = identityOf(credential);
        own.delete(identity);
        // `revoked` only needs credentials of the book below.
        if (under?.find(credential.scheme, credential.value)) revoked.add(identity);
      }
      return found.length > 0;
    },
    reset() {
      version += 1;
      own.clear();
      for (const credential of credentials) own.set(identityOf(credential), credential);
      revoked.clear();
      minted = 0;
    },
    save: () => ({ minted, own: [...own.values()].map(writeCredential), revoked: [...revoked] }),
    take(saved) {
      const known = new Set(own.keys());
      own.clear();
      revoked.clear();
      for (const entry of saved.own.map(toCredential)) {
        own.set(identityOf(entry), entry);
        if (!known.has(identityOf(entry))) onMint?.(entry.value);
      }
      for (const identity of saved.revoked) revoked.add(identity);
      minted = saved.minted;
      version += 1;
    },
  };
  return book;
}
