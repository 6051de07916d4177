import type { Contract } from '../../contract/compile.ts';
import type { Guard } from './authenticate.ts';

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
      `nobody can get in where a credential is asked for: --auth is strict, and ${reason}. Add some, or start with --auth presence`,
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
