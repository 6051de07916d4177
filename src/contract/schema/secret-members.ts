import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';

/** Gathers the names of members that a contract declares to be secrets. */
export interface SecretMembers {
  /** Those of all members that were seen. */
  readonly names: ReadonlySet<string>;
  /** Notes what the schema of a member says. */
  see(name: string, schema: JsonValue): void;
  /** The names, given all schemas of the contract. */
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
      // A name that is read elsewhere hides nothing: `name` may be written here and shown there.
      if (writeOnly.size > 0) for (const schema of schemas) removeReadable(schema, writeOnly);
      return new Set([...secret, ...writeOnly]);
    },
  };
}

/** Whether a schema declares its value to be a secret, of whatever name. */
export function isSecretSchema(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema['format'] === 'password';
}

/** A text of any content. With a format or a list of values it is more likely an id or a kind. */
function isWrittenText({ writeOnly, type, format, enum: values }: JsonObject): boolean {
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  return writeOnly === true && isText && format === undefined && values === undefined;
}

function removeReadable(schema: JsonValue, names: Set<string>): void {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  if (!isJsonObject(properties)) return;
  for (const name of names) {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // What a reference leads to was seen under the same name.
    if (isJsonObject(member) && !isWrittenText(member) && !('$ref' in member)) names.delete(name);
  }
}
