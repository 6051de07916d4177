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
  return new Book(credentials, under, onMint);
}

class Book implements CredentialBook {
  version = 0;
  minted = 0;
  private readonly own = new Map<string, Credential>();
  private readonly revoked = new Set<string>();
  private readonly first: readonly Credential[];
  private readonly under: CredentialBook | undefined;
  private readonly onMint: ((value: string) => void) | undefined;

  constructor(
    first: readonly Credential[],
    under: CredentialBook | undefined,
    onMint: ((value: string) => void) | undefined,
  ) {
    this.first = first;
    this.under = under;
    this.onMint = onMint;
    this.fill(first);
  }

  get entries(): readonly Credential[] {
    return [...(this.under?.entries ?? []).filter((one) => this.isLeft(one)), ...this.own.values()];
  }

  find(scheme: string, value: string): Credential | undefined {
    const { own } = this;
    const credential = own.size > 0 ? own.get(identityOf({ scheme, value })) : undefined;
    if (credential) return credential;
    const below = this.under?.find(scheme, value);
    return below && this.isLeft(below) ? below : undefined;
  }

  mint(credential: Credential): void {
    this.minted += 1;
    this.version += 1;
    this.onMint?.(credential.value);
    this.own.set(identityOf(credential), credential);
  }

  revoke(name: string): boolean {
    const found = this.entries.filter((credential) => credential.name === name);
    this.version += found.length;
    for (const credential of found) {
      const identity = identityOf(credential);
      this.own.delete(identity);
      // `revoked` only needs credentials of the book below.
      if (this.under?.find(credential.scheme, credential.value)) this.revoked.add(identity);
    }
    return found.length > 0;
  }

  reset(): void {
    this.version += 1;
    this.fill(this.first);
    this.revoked.clear();
    this.minted = 0;
  }

  save(): SavedBook {
    const { minted, own, revoked } = this;
    return { minted, own: [...own.values()].map(writeCredential), revoked: [...revoked] };
  }

  take(saved: SavedBook): void {
    const known = new Set(this.own.keys());
    const own = saved.own.map(toCredential);
    for (const one of own) if (!known.has(identityOf(one))) this.onMint?.(one.value);
    this.fill(own);
    this.revoked.clear();
    for (const identity of saved.revoked) this.revoked.add(identity);
    this.minted = saved.minted;
    this.version += 1;
  }

  private fill(credentials: readonly Credential[]): void {
    this.own.clear();
    for (const credential of credentials) this.own.set(identityOf(credential), credential);
  }

  private isLeft(credential: Credential): boolean {
    if (this.own.size === 0 && this.revoked.size === 0) return true;
    const identity = identityOf(credential);
    return !this.own.has(identity) && !this.revoked.has(identity);
  }
}
