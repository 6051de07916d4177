import type { CollectionShape, Field } from '../api/record-documents.ts';

export interface Column {
  readonly name: string;
  readonly field: Field | undefined;
  /** The collection that its values name a record of. */
  readonly refersTo: string | undefined;
  readonly role: 'key' | 'parent' | 'member';
  /** Whether it takes room that no other column needs. */
  readonly isFlexible: boolean;
  readonly isRight: boolean;
  /** Whether images of this origin are loaded. */
  readonly hasImages: boolean;
}

/** The name of the key's column where no member holds the key. */
export const noMember = '';

/** All members that can be columns: key first, then parents, then the others. */
export function columnsOf(shape: CollectionShape, hasImages = false): readonly Column[] {
  const fields = new Map(shape.fields.map((field) => [field.name, field]));
  const refers = new Map(shape.references.map(({ member, collection }) => [member, collection]));
  const parents = shape.parents.map(({ parameter, collection }) =>
    makeColumn(parameter, { field: fields.get(parameter), role: 'parent', refersTo: collection }),
  );
  const taken = new Set([shape.key, ...shape.parents.map(({ parameter }) => parameter)]);
  const all = [
    ...(shape.key === null
      ? [makeColumn(noMember, { field: undefined, role: 'key' })]
      : [makeColumn(shape.key, { field: fields.get(shape.key), role: 'key' })]),
    ...parents,
    ...ownFields(shape)
      .filter(({ name }) => !taken.has(name))
      .map((field) =>
        makeColumn(field.name, { field, role: 'member', refersTo: refers.get(field.name) }),
      ),
  ];
  return all.map((column) => ({ ...column, hasImages }));
}

/** A link is its key and its parents; what it leads to has the other members. */
export function ownFields({ kind, key, fields }: CollectionShape): readonly Field[] {
  return kind === 'links' ? fields.filter(({ name }) => name === key) : fields;
}

/** Those that are shown until the user chooses: no nested ones, but for the first few. */
export function firstColumns(columns: readonly Column[]): readonly string[] {
  const plain = columns.filter(({ role, field }) => role !== 'member' || isScalar(field));
  const nested = columns.filter((one) => !plain.includes(one));
  return [...plain, ...nested].slice(0, Math.max(mostAtFirst, 1)).map(({ name }) => name);
}

function isScalar(field: Field | undefined): boolean {
  return field !== undefined && !field.types.some((type) => type === 'object' || type === 'array');
}

const mostAtFirst = 12;

interface ColumnSetting {
  readonly field: Field | undefined;
  readonly role: Column['role'];
  readonly refersTo?: string | null | undefined;
}

function makeColumn(name: string, { field, role, refersTo }: ColumnSetting): Column {
  return {
    name,
    field,
    role,
    refersTo: refersTo ?? undefined,
    isFlexible: isLong(field, role),
    hasImages: false,
    isRight: field !== undefined && isNumeric(field) && role === 'member' && refersTo === undefined,
  };
}

export function isNumeric({ types }: Field): boolean {
  return types.length > 0 && types.every((type) => type === 'number' || type === 'integer');
}

/** Texts, keys among them, and what is nested; all others fit into their widths. */
function isLong(field: Field | undefined, role: Column['role']): boolean {
  if (field === undefined) return true;
  if (isNumeric(field) || field.types.includes('boolean') || field.enum !== undefined) return false;
  return role !== 'member' || !['date', 'date-time'].includes(field.format ?? '');
}

const columnsPlace = (title: string, collection: string): string =>
  `stuntdouble-columns ${title} ${collection}`;

/** The choices stay in this browser. */
export function loadColumns(title: string, collection: string): readonly string[] | undefined {
  const stored = load(columnsPlace(title, collection));
  return Array.isArray(stored) ? stored.map(String) : undefined;
}

export function saveColumns(
  title: string,
  collection: string,
  names: readonly string[] | undefined,
): void {
  save(columnsPlace(title, collection), names);
}

const imagesPlace = 'stuntdouble-images';

export function loadHasImages(): boolean {
  return load(imagesPlace) === true;
}

export function saveHasImages(hasImages: boolean): void {
  save(imagesPlace, hasImages);
}

function load(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch {
    return undefined;
  }
}

function save(place: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing forgets the choice.
  }
}
