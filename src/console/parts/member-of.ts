/**
 * The member that an object has itself. Names of records and contracts are any text, and every object
 * has a `constructor` and a `toString` by its prototype.
 */
export function memberOf<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
