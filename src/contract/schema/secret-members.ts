import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** Collects the names of members that the contract marks as secrets. */
export interface SecretMembers {
  /** The names of all members that were seen. */
  readonly names: ReadonlySet<string>;
  /** Reads the schema of a member. */
  see(name: string, schema: JsonValue): void;
  /** The names of the secret members. A write-only name that some schema shows is left out. */
  list(schemas: Iterable<JsonValue>): ReadonlySet<string>;
}

export function createSecretMembers(): SecretMembers {
  const names = new Set<string>();
  const secret = new Set<string>();
  const writeOnly = new Set<string>();
  return {
    names,
    see(name, schema) {
      names.add(name);
      if (!isJsonObject(schema)) return;
      if (isSecretSchema(schema)) secret.add(name);
      else if (isWrittenText(schema)) writeOnly.add(name);
    },
    list(schemas) {
      // For example, `name` may be write-only in one schema and readable in another.
      if (writeOnly.size > 0) for (const schema of schemas) removeReadable(schema, writeOnly);
      return new Set([...secret, ...writeOnly]);
    },
  };
}

/** Whether a schema declares its value to be a secret, whatever its name. */
export function isSecretSchema(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema['format'] === 'password';
}

/** A write-only text of any content. With a format or an `enum` it is probably an id or a kind. */
function isWrittenText({ writeOnly, type, format, enum: values }: JsonObject): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return writeOnly === true && isText && format === undefined && values === undefined;
}

function removeReadable(schema: JsonValue, names: Set<string>): void {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties)) return;
  for (const name of names) {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // A reference says nothing itself: `see` has read its target under the same name.
    if (isJsonObject(member) && !isWrittenText(member) && !('$ref' in member)) names.delete(name);
  }
}
