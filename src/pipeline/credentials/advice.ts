/** Tells a client that was not let in what would let it in. */

import { listNames } from '../../base/nearest.ts';
import { capitalizeFirst } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Requirement } from '../../contract/security.ts';
import type { Credential } from '../../store/credentials/credential.ts';
import type { Routed } from '../exchange.ts';
import { headerOf } from '../exchange.ts';
import { describeCarrier } from './credentials.ts';
import type { Guard } from './guard.ts';

/** The places where a credential can be sent, each once: several schemes may share one. */
export function describeWays({ security }: Operation): string {
  const ways = security.map((requirement) => {
    const places = requirement.map(({ scheme }) => describeCarrier(scheme.carrier));
    return [...new Set(places)].join(' and ');
  });
  return [...new Set(ways)].join(', or ');
}

/** A credential may have been sent under another scheme than the operation takes. */
export function describeOtherScheme(routed: Routed): string {
  if (headerOf(routed, 'authorization') === undefined) return '';
  const carriers = routed.operation.security.flat().map(({ scheme }) => scheme.carrier);
  const wanted = new Set(carriers.flatMap(wordOf));
  if (wanted.size === 0) return '';
  const words = [...wanted].map((word) => `"${word} "`).join(' or ');
  return ` The header Authorization that was sent does not begin with ${words}.`;
}

function wordOf(carrier: Carrier): readonly string[] {
  return carrier.kind === 'authorization' ? [capitalizeFirst(carrier.scheme)] : [];
}

/** What lets a client in; the names of credentials are no secrets, their values are. */
export function adviseOn(operation: Operation, guard: Guard): string {
  if (guard.advice !== undefined) return ` ${guard.advice}`;
  if (guard.mode === 'presence') {
    return ' Any well-formed credential will do; with the option auth "off" none is needed.';
  }
  const wayOut = ' With the option auth "presence" any will do, with "off" none is needed.';
  return `${describeSufficing(operation, guard) || describeMissing(operation, guard)}${wayOut}`;
}

/** Names known credentials that the operation accepts; empty where there are none. */
export function describeSufficing({ security }: Operation, { book, now, advice }: Guard): string {
  if (advice !== undefined) return '';
  const present = now();
  const valid = book.entries.filter(({ expiresAt = Infinity }) => expiresAt > present);
  const found = security.map((requirement) => findAll(requirement, valid));
  const names = found.find((one) => one !== undefined && one.length > 0) ?? [];
  if (names.length === 0) return '';
  return names.length === 1
    ? ` The credential ${listNames(names)} suffices.`
    : ` The credentials ${listNames(names)} suffice together.`;
}

function findAll(
  requirement: Requirement,
  entries: readonly Credential[],
): readonly string[] | undefined {
  const needed = requirement.filter(({ scheme }) => scheme.carrier.kind !== 'connection');
  const names = needed.flatMap(({ scheme, scopes }) => {
    const able = entries.filter(
      (entry) => entry.scheme === scheme.name && scopes.every((one) => entry.scopes.includes(one)),
    );
    const best = able.find(({ only }) => only.size === 0) ?? able[0];
    return best ? [best.name] : [];
  });
  return names.length === needed.length ? names : undefined;
}

function describeMissing({ security }: Operation, { book }: Guard): string {
  if (book.entries.length === 0) {
    return ' No credential is known: add one to credentials.json among the fixtures.';
  }
  const ways = security.map((requirement) => requirement.map(describeNeed).join(' with '));
  return ` No known credential suffices: it takes ${ways.join(', or ')}.`;
}

function describeNeed({ scheme, scopes }: Requirement[number]): string {
  const words = scopes.length === 0 ? '' : ` that has ${listNames(scopes)}`;
  return `one of the scheme "${scheme.name}"${words}`;
}
