import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Part, Resolver } from '../load/resolver.ts';

/** Collects the names of members that the contract marks as secrets. */
export interface SecretMembers {
  /** The names of all members that were seen. */
  readonly names: ReadonlySet<string>;
  /** Reads the schema of a member, with those that its reference leads to. */
  see(name: string, schema: Part): void;
  /** The names of the secret members. A write-only name that some schema shows is left out. */
  list(): ReadonlySet<string>;
}

export function createSecretMembers(resolver: Resolver): SecretMembers {
  const names = new Set<string>();
  const secret = new Set<string>();
  const writeOnly = new Set<string>();
  const readable = new Set<string>();
  return {
    names,
    see(name, schema) {
      names.add(name);
      const chain = chainOf(resolver, schema);
      if (chain.length === 0) return;
      if (chain.some(isSecretSchema)) secret.add(name);
      else (isWrittenText(chain) ? writeOnly : readable).add(name);
    },
    // For example, `name` may be write-only in one schema and readable in another.
    list: () => new Set([...secret, ...[...writeOnly].filter((name) => !readable.has(name))]),
  };
}

function chainOf(resolver: Resolver, schema: Part): readonly JsonObject[] {
  const chain = new Set<JsonObject>();
  let part: Part | undefined = schema;
  while (part && isJsonObject(part.value) && !chain.has(part.value)) {
    chain.add(part.value);
    const { $ref: ref }: JsonObject = part.value;
    part = typeof ref === 'string' ? resolver.resolve(ref, part) : undefined;
  }
  return [...chain];
}

/** Whether a schema declares its value to be a secret, whatever its name. */
export function isSecretSchema(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema['format'] === 'password';
}

/** A write-only text of any content. With a format or an `enum` it is probably an id or a kind. */
function isWrittenText(chain: readonly JsonObject[]): boolean {
  const isText = chain.some(({ type }) => [type].flat().includes('string'));
  const isWriteOnly = chain.some((schema) => schema['writeOnly'] === true);
  return isText && isWriteOnly && chain.every(isAnyText);
}

function isAnyText({ format, enum: values }: JsonObject): boolean {
  return format === undefined && values === undefined;
}
