import type { Contract } from '../../contract/compile.ts';
import type { CredentialBook } from '../../store/credentials/book.ts';
import type { Routed } from '../exchange.ts';

/** The rules for who may use the operations. */
export interface Guard {
  readonly realm: string;
  readonly book: CredentialBook;
  /**
   * `presence`: a well-formed credential counts as known, with every scope; the book is not used.
   * `off`: no request needs a credential.
   */
  readonly mode: 'strict' | 'presence' | 'off';
  readonly now: () => number;
  /** Further help for a client that sends no credential. */
  readonly advice?: string;
  /** Whether a credential is a token that a log-in gave; undefined: it is none. */
  readonly sessionOf?: (credential: string) => 'valid' | 'ended' | 'wrong' | undefined;
  /** Whether a request needs no credential at all; may throw a refusal. */
  isOpen(request: Routed): boolean;
}

/** Tells the user at start what they may not expect about the checks of credentials. */
export function describeGuard(
  { operations }: Pick<Contract, 'operations'>,
  { mode, book }: Pick<Guard, 'mode' | 'book'>,
  credentialsFile: string | undefined,
): readonly string[] {
  const schemes = operations.flatMap(({ security }) => security.flat()).map(({ scheme }) => scheme);
  const isAsking = schemes.some(({ carrier }) => carrier.kind !== 'connection');
  if (mode === 'off') return [];
  const notices: string[] = [];
  if (isAsking && mode === 'strict' && book.entries.length === 0) {
    const reason =
      credentialsFile === undefined
        ? 'there is no credentials.json among the fixtures'
        : `there is no credential in ${credentialsFile}`;
    notices.push(
      `no client can get in where a credential is asked for: --auth is strict, and ${reason}. Add some, or start with --auth presence`,
    );
  }
  if (isAsking && mode === 'presence' && credentialsFile !== undefined) {
    notices.push(
      `${credentialsFile} is not used to tell who may get in: with --auth presence any well-formed credential is taken, with every scope`,
    );
  }
  const unseen = new Set(
    schemes.filter(({ carrier }) => carrier.kind === 'connection').map(({ name }) => name),
  );
  for (const name of unseen) {
    notices.push(
      `the security scheme "${name}" (mutualTLS) can not be seen from here: its certificate counts as shown, with every scope`,
    );
  }
  return notices;
}
