import type { JsonObject } from '../../base/json.ts';
import { isJsonObject, textOf, withMember } from '../../base/json.ts';
import { onceFor } from '../../base/once.ts';
import { fileWords, plainName, singular } from '../../base/names.ts';
import { valueInPath } from '../../base/resource-names.ts';
import { encodePart, toUriReference } from '../../base/texts.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Collection, Stateful } from '../../contract/plan/plan.ts';
import type { SchemaFacts } from '../../contract/schema/schema-facts.ts';
import type { Item } from '../../store/record.ts';

/** The URL at which a record is read on this server; undefined where no operation reads it. */
export type AddressOf = (
  collection: Collection,
  item: Pick<Item, 'key' | 'parents'>,
) => string | undefined;

interface Deed {
  readonly operation: Operation;
  readonly target: Stateful;
}

export function createAddresses(
  deedsOf: (collection: Collection) => readonly Deed[],
  publicUrl: () => string,
): AddressOf {
  const readOf = onceFor((collection: Collection) =>
    deedsOf(collection).find(
      ({ target: { role, key, alias, account } }) =>
        role === 'read' && key !== undefined && !alias && !account,
    ),
  );
  return (collection, { key, parents }) => {
    const read = readOf(collection);
    if (!read) return undefined;
    const { operation, target } = read;
    const values = new Map<string, string>();
    const put = (at: number | undefined, value: string | undefined): void => {
      const name = at === undefined ? undefined : operation.pathNames[at];
      if (name !== undefined && value !== undefined) values.set(name, value);
    };
    put(target.key, valueInPath(collection.nameForm, key));
    for (const [index, at] of target.parents.entries()) {
      const parent = parents[index];
      put(at, parent && valueInPath(collection.parents[index]?.nameForm, parent));
    }
    const base = operation.bases[0] ?? '';
    const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
      const value = values.get(name);
      return value === undefined ? whole : encodePart(value);
    });
    const whole = base + path;
    return whole.includes('{') ? undefined : publicUrl() + toUriReference(whole);
  };
}

/** Says where the record is read on this server, in the member and in the link that do. */
export function withAddress(
  body: JsonObject,
  facts: SchemaFacts,
  collection: Collection,
  address: string | undefined,
): JsonObject {
  if (address === undefined) return body;
  const name = ownAddressIn(facts, collection);
  const told = name === undefined ? body : { ...body, [name]: address };
  const link = selfLinkIn(facts);
  return link ? withMember(told, link.steps, link.isPath ? pathIn(address) : address) : told;
}

interface SelfLink {
  readonly steps: readonly string[];
  /** Whether the contract's example is a path alone. */
  readonly isPath: boolean;
}

const selfLinks = new WeakMap<SchemaFacts, SelfLink | 'none'>();

/** `_links.self.href`, as HAL has it. */
function selfLinkIn(facts: SchemaFacts): SelfLink | undefined {
  const known = selfLinks.get(facts);
  if (known) return known === 'none' ? undefined : known;
  const self = facts.member('_links')?.member('self');
  const href = self?.member('href');
  const steps = href ? ['_links', 'self', 'href'] : ['_links', 'self'];
  const given = [...(self?.schemas ?? []), ...(href?.schemas ?? [])].flatMap(({ example }) =>
    isJsonObject(example) ? (example['href'] ?? []) : (example ?? []),
  );
  const isLink = (href ?? self)?.types.has('string') === true;
  const found = isLink && { steps, isPath: textOf(given[0]).startsWith('/') };
  selfLinks.set(facts, found || 'none');
  return found || undefined;
}

function pathIn(address: string): string {
  return new URL(address).pathname;
}

/**
 * The member that says where the record itself is read: a read-only URL beside the key. A `url` may also
 * lead to what the record is about: then its description says so, or the record is a file.
 */
function ownAddressIn(facts: SchemaFacts, { name, key }: Collection): string | undefined {
  if (key?.length !== 1 || !facts.names.has(key[0] ?? '')) return undefined;
  const noun = singular(plainName(name.split(/[./]/).at(-1) ?? ''));
  return [...facts.names].find((member) => {
    const isUrl = member === 'url';
    if (!isUrl && !ofItself.has(member)) return false;
    const { isReadOnly = false, formats, schemas = [] } = facts.member(member) ?? {};
    const isAddress = isReadOnly && (formats?.has('uri') === true || formats?.has('url') === true);
    if (!isAddress || !isUrl) return isAddress;
    const told = schemas.flatMap(({ description }) => description ?? []);
    return !file.test(noun) && told.every((one) => itself.test(textOf(one)));
  });
}

const ofItself = new Set(['href', 'self', 'self_url', 'resource_uri', '@id']);
const itself = /\b(?:api|rest|resource|itself|self|canonical|hyperlink)\b/i;
const file = new RegExp(`(?:${fileWords}|avatar|icon|download|thumbnail|export|report)$`);
