import type { JsonObject, JsonValue } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { isData, nameMaps } from '../load/references.ts';

/** What gives a schema a name, and gives nothing to what stands in an example. */
const names = ['$id', '$anchor', '$dynamicAnchor'];

/** Does something to a document while data in it has none of the names that schemas may have. */
export function withoutDataNames(root: JsonValue, work: () => void): void {
  const restore = findNamed(root).map(setAside);
  try {
    work();
  } finally {
    for (const each of restore) each();
  }
}

function findNamed(root: JsonValue): readonly JsonObject[] {
  const found: JsonObject[] = [];
  const visit = (value: JsonValue, isNameMap: boolean, isWithinData: boolean): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, false, isWithinData);
    } else if (isJsonObject(value)) {
      if (isWithinData && names.some((name) => Object.hasOwn(value, name))) found.push(value);
      for (const [name, member] of Object.entries(value)) {
        const isBelowData = isWithinData || (!isNameMap && isData(name, member));
        visit(member, !isNameMap && nameMaps.has(name), isBelowData);
      }
    }
  };
  visit(root, false, false);
  return found;
}

/** Takes the names out; what comes back puts them where they were, in the same order. */
function setAside(value: JsonObject): () => void {
  const members = Object.entries(value);
  for (const name of names) Reflect.deleteProperty(value, name);
  return () => {
    for (const [name, member] of members) {
      Reflect.deleteProperty(value, name);
      Object.defineProperty(value, name, {
        value: member,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    }
  };
}
