import type { JsonObject, JsonValue } from '../../../base/json.ts';
import { pointerSteps, stepDown } from '../../../base/json.ts';
import {
  isCount,
  isMeasure,
  isOrdinaryName,
  isSecretName,
  isSecretTextName,
  isTelling,
  mask,
} from './secret-names.ts';

/** Where a value stands in a body. */
export interface BodyPlace {
  /** The name of the member that holds the value, or the list that the value is in. */
  readonly name: string;
  /** The name of the object that holds the member. */
  readonly parent: string;
  readonly isListed: boolean;
  /** The name of the outermost secret object above; undefined where there is none. */
  readonly within: string | undefined;
}

export const topOfBody: BodyPlace = {
  name: '',
  parent: '',
  isListed: false,
  within: undefined,
};

/** Names of body members that the contract declares as secrets. */
export type DeclaredSecrets = ReadonlySet<string>;

/** Names of all body members that the contract declares; undefined where they are not known. */
export type DeclaredNames = ReadonlySet<string> | undefined;

/** `named`: the place that another member gives to the value, from `placeNamedIn`. */
export function placeOfMember(
  place: BodyPlace,
  name: string,
  named: BodyPlace | undefined,
  declared: DeclaredSecrets,
): BodyPlace {
  const within = place.within ?? (isSecretObject(place, declared) ? place.name : undefined);
  if (named && valueNames.has(name)) return { ...named, within: within ?? named.within };
  return { name, parent: place.name, isListed: false, within };
}

export function placeOfItem(place: BodyPlace): BodyPlace {
  return place.isListed ? place : { ...place, isListed: true };
}

/**
 * Finds the secret that other members name, as in `{"name": "API_KEY", "value": …}` and in the JSON
 * Patch `{"op": "add", "path": "/token", "value": …}`. Undefined where they name none.
 */
export function placeNamedIn(
  members: JsonObject,
  declared: DeclaredSecrets,
): BodyPlace | undefined {
  if (!hasValue(members)) return undefined;
  for (const name of namesBeside) {
    const said = Object.hasOwn(members, name) ? members[name] : undefined;
    const place = typeof said === 'string' ? placeNamed(name, said, declared) : undefined;
    if (place) return place;
  }
  return undefined;
}

/** The place that a member such as `name` or `path` gives to `value`, if it is that of a secret. */
export function placeNamed(
  name: string,
  said: string,
  declared: DeclaredSecrets,
): BodyPlace | undefined {
  if (!namesBeside.has(name)) return undefined;
  const place = said.startsWith('/')
    ? placeOfPointer(said, declared)
    : { ...topOfBody, name: said.slice(said.lastIndexOf('/') + 1) };
  const isSecret = place.within !== undefined || isSecretMember(place.name, place.parent, declared);
  return isSecret ? place : undefined;
}

/** The place that a JSON Pointer leads to. An index, `-` and `*` are steps into a list. */
function placeOfPointer(pointer: string, declared: DeclaredSecrets): BodyPlace {
  let place = topOfBody;
  const steps = pointerSteps(pointer, mostSteps + 1);
  if (steps.length > mostSteps) return { ...topOfBody, within: mask };
  for (const step of steps) {
    place = isItem(step) ? placeOfItem(place) : placeOfMember(place, step, undefined, declared);
  }
  return place;
}

/** Anything deeper counts as a secret: clients may send pointers of any length. */
const mostSteps = 100;

/** Whether the value at a pointer is a secret, or a part of one. */
export function isSecretPointer(pointer: string, declared: DeclaredSecrets): boolean {
  const { name, parent, within } = placeOfPointer(pointer, declared);
  return within !== undefined || isSecretMember(name, parent, declared);
}

function isItem(step: string): boolean {
  // The comparison rules out nearly all names at little cost.
  return step < ':' && /^(?:\d+|[-*])$/.test(step);
}

/** Whether the member names of an object may be secrets, as in a map that has tokens as names. */
export function hasSecretNames(place: BodyPlace, declared: DeclaredSecrets): boolean {
  return place.within !== undefined || isSecretObject(place, declared);
}

/**
 * Whether a name in such an object is a secret: one that the contract does not declare or, where
 * the contract's names are not known, one that does not look ordinary.
 */
export function isSecretStep(name: string, names: DeclaredNames): boolean {
  return name !== '' && !(names ? names.has(name) : isOrdinaryName(name));
}

/** Masks the names in a pointer that stand below a secret and may be secrets themselves. */
export function hideSteps(
  pointer: string,
  declared: DeclaredSecrets,
  names: DeclaredNames,
): string {
  let shown = '';
  for (const { step, isSecret } of walkPointer(pointer, declared, names)) {
    shown = stepDown(shown, isSecret ? mask : step);
  }
  return shown;
}

interface PointerStep {
  readonly step: string;
  /** The name of the member above. */
  readonly parent: string;
  readonly isSecret: boolean;
}

export function* walkPointer(
  pointer: string,
  declared: DeclaredSecrets,
  names: DeclaredNames,
): Generator<PointerStep> {
  let place = topOfBody;
  for (const [index, step] of pointerSteps(pointer, mostSteps + 1).entries()) {
    if (index === mostSteps) {
      yield { step, parent: place.name, isSecret: true };
      return;
    }
    const isIndex = isItem(step);
    const mayBeSecret = isIndex ? step.length > longestIndex : isSecretStep(step, names);
    const isSecret = mayBeSecret && hasSecretNames(place, declared);
    yield { step, parent: place.name, isSecret };
    place = isIndex ? placeOfItem(place) : placeOfMember(place, step, undefined, declared);
  }
}

/** The pointers of one operation of a JSON Patch, with the names of their members. */
export function pointersIn(members: JsonObject): readonly (readonly [string, string])[] {
  if (!Object.hasOwn(members, 'op')) return none;
  return ['path', 'from'].flatMap((name) => {
    const said = Object.hasOwn(members, name) ? members[name] : undefined;
    return typeof said === 'string' && said.startsWith('/') ? [[name, said] as const] : [];
  });
}

const none: readonly never[] = [];

/** In digits. A longer number is more likely a code than an index of a list. */
const longestIndex = 3;

const namesBeside = new Set(
  'name key path field header id k Name Key Path Field Header Id ID K NAME KEY'.split(' '),
);
/** `#text` is the text of an XML element. */
const valueNames = new Set('value val v Value Val V VALUE #text'.split(' '));

function hasValue(members: JsonObject): boolean {
  for (const name of valueNames) if (Object.hasOwn(members, name)) return true;
  return false;
}

/** Whether all texts below an object are secrets. */
function isSecretObject({ name, parent }: BodyPlace, declared: DeclaredSecrets): boolean {
  if (!isSecretMember(name, parent, declared)) return false;
  return declared.has(name) || !isSecretTextName(name);
}

/** Whether a value is a secret. Booleans and counts are none, whatever their name is. */
export function isSecretLeaf(
  value: JsonValue,
  place: BodyPlace,
  declared: DeclaredSecrets,
): boolean {
  const { name, parent, isListed, within } = place;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (within === undefined && !isSecretMember(name, parent, declared)) return false;
  if (typeof value === 'string') return isTelling(name, value, isListed);
  // Numbers below `tokens` are counts, too.
  return within === undefined
    ? !isCount(name, isListed)
    : !isMeasure(name) && !isCount(within, true);
}

function isSecretMember(name: string, parent: string, declared: DeclaredSecrets): boolean {
  return name !== '' && (declared.has(name) || isSecretName(name, parent));
}
