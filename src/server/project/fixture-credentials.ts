import { isSameJson } from '../../base/json.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Requirement } from '../../contract/security.ts';
import type { CredentialEntry } from '../../store/credentials/credential.ts';

/**
 * Credentials for each scheme that an operation asks for: one with every scope and, where there are
 * scopes, one with few, so that a test can try what is refused. A certificate is no value to write.
 */
export function makeFixtureCredentials(
  operations: readonly Pick<Operation, 'security'>[],
): readonly CredentialEntry[] {
  const asked = new Map<string, Requirement[number]>();
  for (const { scheme, scopes } of operations.flatMap(({ security }) => security.flat())) {
    if (scheme.carrier.kind === 'connection') continue;
    const before = asked.get(scheme.name)?.scopes ?? [];
    asked.set(scheme.name, { scheme, scopes: [...new Set([...before, ...scopes])] });
  }
  const first = findShared(operations);
  return [...asked.values()].flatMap(({ scheme: { name, carrier }, scopes: all }) => {
    const entry = (words: string, held: readonly string[]): CredentialEntry => ({
      name: words === '' ? name : `${name}, ${words}`,
      scheme: name,
      value: valueFor(carrier, `test ${first.get(name) ?? name} ${words}`),
      scopes: held,
    });
    if (all.length === 0) return [entry('', [])];
    const one = all.find((scope) => /read|list|view|get/i.test(scope)) ?? all[0] ?? '';
    return [
      entry('all scopes', all),
      all.length === 1 ? entry('no scopes', []) : entry('one scope', [one]),
    ];
  });
}

/** One header has one value: by the name of a scheme, the first that is asked for in its place. */
function findShared(
  operations: readonly Pick<Operation, 'security'>[],
): ReadonlyMap<string, string> {
  const shared = new Map<string, string>();
  for (const requirement of operations.flatMap(({ security }) => security)) {
    for (const { scheme } of requirement) {
      const found = requirement.find((one) =>
        isSameJson({ ...one.scheme.carrier }, { ...scheme.carrier }),
      );
      if (found && found.scheme.name !== scheme.name) shared.set(scheme.name, found.scheme.name);
    }
  }
  return shared;
}

/** A text that every carrier can hold: letters, digits and dashes. */
function valueFor(carrier: Carrier, words: string): string {
  const plain = words
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const isPair = carrier.kind === 'authorization' && ['basic', 'digest'].includes(carrier.scheme);
  return isPair ? `${plain}:password` : plain;
}
