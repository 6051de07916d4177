import type { Operation } from '../../contract/operations.ts';
import type { Requirement } from '../../contract/security.ts';
import { isOpen } from '../samples/request-credentials.ts';

/** Scopes of each alternative. One without scopes shows its schemes, if another has scopes. */
export function describeNeeds(security: Operation['security']): string {
  if (isOpen(security)) return 'open';
  if (security.every((requirement) => scopesOf(requirement) === '')) return 'a credential';
  const needs = security.map(
    (requirement) =>
      scopesOf(requirement) || requirement.map(({ scheme }) => scheme.name).join(' and '),
  );
  return [...new Set(needs)].join(' or ');
}

function scopesOf(requirement: Requirement): string {
  return requirement.flatMap(({ scopes }) => scopes).join(' ');
}
