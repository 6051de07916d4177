import { isJsonObject } from '../../src/base/json.ts';
import type { Documents, Place } from '../referee/documents.ts';
import type { DescribedOperation } from '../referee/operations.ts';
import { listItems, textAt } from '../referee/operations.ts';

/** What shows that one may come in, by the place where it stands. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly string[];
  readonly cookies: readonly string[];
}

const nobody: Credentials = { headers: {}, query: [], cookies: [] };

/** Made-up credentials for the first of an operation's ways in. */
export function credentialsFor(documents: Documents, operation: DescribedOperation): Credentials {
  const holder = documents.at(operation.place, 'security') ? operation.place : documents.root;
  const [requirement] = listItems(documents, documents.at(holder, 'security'));
  if (!requirement || !isJsonObject(requirement.value)) return nobody;
  const all = Object.keys(requirement.value).map((name) => {
    const scheme = documents.at(documents.root, 'components', 'securitySchemes', name);
    return scheme ? showScheme(documents, scheme) : nobody;
  });
  return {
    headers: Object.assign({}, ...all.map(({ headers }) => headers)) as Record<string, string>,
    query: all.flatMap(({ query }) => query),
    cookies: all.flatMap(({ cookies }) => cookies),
  };
}

function showScheme(documents: Documents, scheme: Place): Credentials {
  const type = textAt(documents, scheme, 'type');
  const name = textAt(documents, scheme, 'name') ?? '';
  if (type === 'apiKey') {
    const place = textAt(documents, scheme, 'in');
    if (place === 'query') return { ...nobody, query: [`${encodeURIComponent(name)}=wild-key`] };
    if (place === 'cookie') return { ...nobody, cookies: [`${name}=wild-key`] };
    return { ...nobody, headers: { [name]: 'wild-key' } };
  }
  const kind = type === 'http' ? (textAt(documents, scheme, 'scheme') ?? 'bearer') : 'bearer';
  const value = kind.toLowerCase() === 'basic' ? 'd2lsZDp3aWxk' : 'wild-token';
  return { ...nobody, headers: { Authorization: `${kind} ${value}` } };
}
