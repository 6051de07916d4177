import { isJsonObject, pointerSteps } from '../../base/json.ts';
import type { Documents, Part } from '../load/documents.ts';
import { memberOf, wholeOf } from './schema-parts.ts';
import type { Subtypes } from './subtypes.ts';
import { hasAlternatives, hasParts, mappingOf, propertyOf } from './subtypes.ts';

/** How the value of a member selects one of several alternatives. */
export interface DiscriminatorChoice {
  readonly property: string;
  /** The index of the alternative that each value selects. */
  readonly byValue: ReadonlyMap<string, number>;
  /** The values that an error names; the name of a schema only if no value is written for it. */
  readonly allowed: readonly string[];
  /** Whether every alternative is known by a value, so that any other value is wrong. */
  readonly isExhaustive: boolean;
}

export interface Discriminators {
  /** Undefined if there is no discriminator, or if none of its values leads to an alternative. */
  choice(schema: Part, keyword: 'oneOf' | 'anyOf'): DiscriminatorChoice | undefined;
  /** The subtypes that a base names, or that name the base, if it does not list alternatives. */
  subtypes(schema: Part): Subtypes | undefined;
  /** Whether a schema extends a base that selects or lists it: the base must not do so again. */
  isSubtype(schema: Part): boolean;
  /** Whether an alternative of a schema extends that same schema. */
  isOwnBase(schema: Part, keyword: 'oneOf' | 'anyOf'): boolean;
}

export function createDiscriminators(documents: Documents): Discriminators {
  const { subtypes } = documents;
  const isOwnBase = (schema: Part, keyword: 'oneOf' | 'anyOf'): boolean =>
    documents.listBelow(schema, keyword).some((branch) => {
      const target = documents.follow(branch);
      if (!target || target.value === schema.value || !hasParts(target.value)) return false;
      return wholeOf(documents, target).some(({ value }) => value === schema.value);
    });
  return {
    choice: (schema, keyword) => readChoice(documents, schema, keyword),
    subtypes,
    isOwnBase,
    isSubtype(schema) {
      if (!hasParts(schema.value)) return false;
      return wholeOf(documents, schema).some((base) => {
        if (base.value === schema.value) return false;
        const named = [...(subtypes(base)?.byValue.values() ?? [])];
        const listed = ['oneOf', 'anyOf'].flatMap((keyword) =>
          documents.listBelow(base, keyword).map((branch) => documents.follow(branch)),
        );
        return [...named, ...listed].some((part) => part?.value === schema.value);
      });
    },
  };
}

function readChoice(
  documents: Documents,
  schema: Part,
  keyword: 'oneOf' | 'anyOf',
): DiscriminatorChoice | undefined {
  const property = propertyOf(documents, schema);
  if (property === undefined) return undefined;
  const branches = documents.listBelow(schema, keyword);
  const targets = branches.map((branch) => documents.follow(branch)?.value);
  const written = new Map<string, number>();
  let isExhaustive = true;
  for (const [value, target] of mappingOf(documents, schema)) {
    const index = target ? targets.indexOf(target.value) : -1;
    if (index === -1) isExhaustive = false;
    else written.set(value, index);
  }
  const byName = new Map<string, number>();
  const allowed = new Set(written.keys());
  for (const [index, branch] of branches.entries()) {
    const values = ownValues(documents, branch, property);
    for (const value of values) if (!written.has(value)) written.set(value, index);
    const name = nameOf(branch);
    if (name !== undefined && !byName.has(name)) byName.set(name, index);
    const isWritten = [...written.values()].includes(index);
    if (!isWritten && name !== undefined) allowed.add(name);
    isExhaustive &&= isWritten || isFinal(documents, branch, name);
  }
  for (const value of written.keys()) allowed.add(value);
  // A written value takes precedence over the name of a schema.
  const byValue = new Map([...byName, ...written]);
  return byValue.size > 0 ? { property, byValue, allowed: [...allowed], isExhaustive } : undefined;
}

/** Whether an alternative has no values besides its name. One that takes no objects needs none. */
function isFinal(documents: Documents, branch: Part, name: string | undefined): boolean {
  const whole = wholeOf(documents, branch);
  const types = whole.flatMap(({ value }) => value['type'] ?? []);
  if (types.length > 0 && !types.includes('object')) return true;
  return (
    name !== undefined &&
    whole.length > 0 &&
    !whole.some(({ value }) => hasAlternatives(value) || 'discriminator' in value)
  );
}

/** The values that a schema itself allows for the member. */
function ownValues(documents: Documents, branch: Part, property: string): readonly string[] {
  const members = memberOf(documents, wholeOf(documents, branch), property);
  const values = members
    .flatMap((member) => wholeOf(documents, member))
    .flatMap(({ value: { const: constant, enum: list } }) =>
      constant === undefined ? (list ?? []) : [constant],
    );
  return values.flatMap((value) => (typeof value === 'string' ? [value] : []));
}

/** The name of the component, or of the file, to which a reference leads. */
function nameOf({ value }: Part): string | undefined {
  const ref = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof ref !== 'string') return undefined;
  const [file = '', fragment = ''] = ref.split('#');
  const last = pointerSteps(decode(fragment)).at(-1);
  return (
    last ??
    file
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '')
  );
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
