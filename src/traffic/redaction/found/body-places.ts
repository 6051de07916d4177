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
export type DeclaredSecrets = ReadonlySet<string>;

/** Names of all members that a contract declares; undefined where it isn't known. */
export type DeclaredNames = ReadonlySet<string> | undefined;

/** `named`: what another member of the object says that its value is. */
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

/** `{"op": "replace", "path": "/token", "value": …}` and `{"name": "API_KEY", "value": …}` */
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

/** The place of a secret that a member says the one called `value` (or `Value`, `val`, `v`) is for. */
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

/** Where in a body a pointer leads, which may be the end of a list. */
function placeOfPointer(pointer: string, declared: DeclaredSecrets): BodyPlace {
  let place = topOfBody;
  const steps = pointerSteps(pointer, mostSteps + 1);
  if (steps.length > mostSteps) return { ...topOfBody, within: mask };
  for (const step of steps) {
    place = isItem(step) ? placeOfItem(place) : placeOfMember(place, step, undefined, declared);
  }
  return place;
}

/** What lies deeper is taken for a secret: no body of a test is so deep, and a client may send a pointer of any length. */
const mostSteps = 100;

/** Whether what stands at a pointer is a secret, or a part of one. */
export function isSecretPointer(pointer: string, declared: DeclaredSecrets): boolean {
  const { name, parent, within } = placeOfPointer(pointer, declared);
  return within !== undefined || isSecretMember(name, parent, declared);
}

function isItem(step: string): boolean {
  // Hardly any begins so.
  return step < ':' && /^(?:\d+|[-*])$/.test(step);
}

/** Whether the names of an object may be secrets: of a map of tokens, say, whatever they are mapped to. */
export function hasSecretNames(place: BodyPlace, declared: DeclaredSecrets): boolean {
  return place.within !== undefined || isSecretObject(place, declared);
}

/** Whether such a name is one: what a contract declares is a name for everybody. */
export function isSecretStep(name: string, names: DeclaredNames): boolean {
  return name !== '' && !(names ? names.has(name) : isOrdinaryName(name));
}

/** A pointer without the names below a secret's that may be secrets themselves. */
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
  /** The name above. */
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

/** The pointers of one operation of a JSON Patch, by the names of their members. */
export function pointersIn(members: JsonObject): readonly (readonly [string, string])[] {
  if (!Object.hasOwn(members, 'op')) return none;
  return ['path', 'from'].flatMap((name) => {
    const said = Object.hasOwn(members, name) ? members[name] : undefined;
    return typeof said === 'string' && said.startsWith('/') ? [[name, said] as const] : [];
  });
}

const none: readonly never[] = [];

/** Longer ones are more likely codes than places in a list. */
const longestIndex = 3;

const namesBeside = new Set(
  'name key path field header id k Name Key Path Field Header Id ID K NAME KEY'.split(' '),
);
/** The last is what an XML element says. */
const valueNames = new Set('value val v Value Val V VALUE #text'.split(' '));

function hasValue(members: JsonObject): boolean {
  for (const name of valueNames) if (Object.hasOwn(members, name)) return true;
  return false;
}

/** Whether all texts of an object are secrets. */
function isSecretObject({ name, parent }: BodyPlace, declared: DeclaredSecrets): boolean {
  if (!isSecretMember(name, parent, declared)) return false;
  return declared.has(name) || !isSecretTextName(name);
}

/** Switches and counts are no secrets, whatever they are called. */
export function isSecretLeaf(
  value: JsonValue,
  place: BodyPlace,
  declared: DeclaredSecrets,
): boolean {
  const { name, parent, isListed, within } = place;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (within === undefined && !isSecretMember(name, parent, declared)) return false;
  if (typeof value === 'string') return isTelling(name, value, isListed);
  // What `tokens` holds are counts, too.
  return within === undefined
    ? !isCount(name, isListed)
    : !isMeasure(name) && !isCount(within, true);
}

function isSecretMember(name: string, parent: string, declared: DeclaredSecrets): boolean {
  return name !== '' && (declared.has(name) || isSecretName(name, parent));
}
