import type { Operation } from '../../contract/operations.ts';
import type { Carrier, Requirement } from '../../contract/security.ts';
import type { Credential } from '../../store/credentials/credentials.ts';

/** What a request shows of who sends it. */
export interface ShownCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
}

const none: ShownCredentials = { headers: {}, query: [] };

/** Credentials that satisfy the operation; undefined where there are no such ones. */
export function chooseCredentials(
  entries: readonly Credential[],
  { security }: Pick<Operation, 'security'>,
): ShownCredentials | undefined {
  const isOpen = security.length === 0 || security.some((requirement) => requirement.length === 0);
  if (isOpen) return none;
  for (const requirement of security) {
    const shown = requirement.map((part) => showPart(entries, part));
    if (shown.includes(undefined)) continue;
    const all = shown.flatMap((one) => one ?? []);
    const cookies = all.flatMap(({ cookie }) => cookie ?? []);
    return {
      headers: {
        ...Object.fromEntries(all.flatMap(({ header }) => (header ? [header] : []))),
        ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }),
      },
      query: all.flatMap(({ query }) => (query ? [query] : [])),
    };
  }
  return undefined;
}

type Pair = readonly [name: string, value: string];

interface ShownPart {
  readonly header?: Pair;
  readonly query?: Pair;
  readonly cookie?: string;
}

function showPart(
  entries: readonly Credential[],
  { scheme: { name, carrier }, scopes }: Requirement[number],
): ShownPart | undefined {
  const found = entries.find(
    ({ scheme, scopes: held, expiresAt, only }) =>
      scheme === name &&
      only.size === 0 &&
      (expiresAt === undefined || expiresAt > Date.now()) &&
      scopes.every((scope) => held.includes(scope)),
  );
  return found && showValue(carrier, found.value);
}

/** Undefined where a client has to work the value out anew for each request. */
function showValue(carrier: Carrier, value: string): ShownPart | undefined {
  switch (carrier.kind) {
    case 'header':
      return { header: [carrier.name, value] };
    case 'query':
      return { query: [carrier.name, value] };
    case 'cookie':
      return { cookie: `${carrier.name}=${encodeURIComponent(value)}` };
    case 'connection':
      return {};
    case 'authorization': {
      const { scheme } = carrier;
      if (scheme === 'digest') return undefined;
      const isPair = scheme === 'basic' && value.includes(':');
      const sent = isPair ? Buffer.from(value).toString('base64') : value;
      const word = scheme.charAt(0).toUpperCase() + scheme.slice(1);
      return { header: ['Authorization', `${word} ${sent}`] };
    }
  }
}
