import type { JsonObject, JsonValue } from '../../json.ts';
import { isCount, isMeasure, isSecretName, isSecretTextName, isTelling } from './secret-names.ts';

/** Where in a body a value stands. */
export interface BodyPlace {
  /** The member that holds it, or the list that it is in. */
  readonly name: string;
  /** The object above. */
  readonly parent: string;
  readonly isListed: boolean;
  /** The name of a secret above; undefined: there is none. */
  readonly within: string | undefined;
}

export const topOfBody: BodyPlace = {
  name: '',
  parent: '',
  isListed: false,
  within: undefined,
};

/** Names of members that a contract declares to be secrets. */
export type Declared = ReadonlySet<string>;

/** `isBeside`: another member of the object says that this one is a secret. */
export function placeOfMember(
  place: BodyPlace,
  name: string,
  isBeside: boolean,
  declared: Declared,
): BodyPlace {
  const isSecret = isSecretObject(place, declared) || (isBeside && name === 'value');
  const within = place.within ?? (isSecret ? place.name : undefined);
  return { name, parent: place.name, isListed: false, within };
}

export function placeOfItem(place: BodyPlace): BodyPlace {
  return place.isListed ? place : { ...place, isListed: true };
}

/** `{"op": "replace", "path": "/token", "value": …}` and `{"name": "API_KEY", "value": …}` */
export function isNamedBeside(members: JsonObject, declared: Declared): boolean {
  if (!Object.hasOwn(members, 'value')) return false;
  return namesBeside.some((name) => {
    const said = members[name];
    return typeof said === 'string' && namesSecret(name, said, declared);
  });
}

/** Whether a member says of the one called `value` that it is a secret. */
export function namesSecret(name: string, said: string, declared: Declared): boolean {
  if (!namesBeside.includes(name)) return false;
  return isSecretMember(said.slice(said.lastIndexOf('/') + 1), '', declared);
}

const namesBeside = ['name', 'key', 'path', 'field', 'header'];

/** Whether all texts of an object are secrets. */
function isSecretObject({ name, parent }: BodyPlace, declared: Declared): boolean {
  if (!isSecretMember(name, parent, declared)) return false;
  return declared.has(name) || !isSecretTextName(name);
}

/** Switches and counts are no secrets, whatever they are called. */
export function isSecretLeaf(value: JsonValue, place: BodyPlace, declared: Declared): boolean {
  const { name, parent, isListed, within } = place;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (within === undefined && !isSecretMember(name, parent, declared)) return false;
  if (typeof value === 'string') return isTelling(name, value, isListed);
  // What `tokens` holds are counts, too.
  return within === undefined
    ? !isCount(name, isListed)
    : !isMeasure(name) && !isCount(within, true);
}

export function isSecretMember(name: string, parent: string, declared: Declared): boolean {
  return name !== '' && (declared.has(name) || isSecretName(name, parent));
}
