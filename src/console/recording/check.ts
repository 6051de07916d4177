/**
 * What is wrong with a value at a place, for a user; undefined: nothing. A form of checks for documents
 * that come from outside: members that are not named here may be anything.
 */
export type Check = (value: unknown, place: string) => string | undefined;

export const text: Check = kind('a text', (value) => typeof value === 'string');
export const number: Check = kind('a number', (value) => typeof value === 'number');
export const whole: Check = kind('a whole number', (value) => Number.isInteger(value));
export const truth: Check = kind('true or false', (value) => typeof value === 'boolean');
export const moment: Check = kind(
  'a moment, such as 2026-01-31T12:00:00Z',
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value)),
);
/** An object of any members. */
export const object: Check = kind('an object', (value) => membersOf(value) !== undefined);

export function kind(what: string, test: (value: unknown) => boolean): Check {
  return (value, place) => (test(value) ? undefined : tell(value, place, what));
}

export function oneOf(...words: readonly (string | number | null)[]): Check {
  return kind(words.map((word) => JSON.stringify(word)).join(' or '), (value) =>
    value === null || typeof value === 'string' || typeof value === 'number'
      ? words.includes(value)
      : false,
  );
}

export function orNull(check: Check): Check {
  return (value, place) => (value === null ? undefined : check(value, place));
}

export function listOf(check: Check): Check {
  return (value, place) => {
    if (!Array.isArray(value)) return tell(value, place, 'a list');
    return first(value.entries(), ([at, item]) => check(item, `${place}[${at}]`));
  };
}

/** An object whose members, of any name, are alike. */
export function mapOf(check: Check): Check {
  return (value, place) => {
    const members = membersOf(value);
    if (!members) return tell(value, place, 'an object');
    return first(members, ([name, member]) => check(member, below(place, name)));
  };
}

/** An object with these members; those of `more` may be missing. */
export function having(
  members: Readonly<Record<string, Check>>,
  more: Readonly<Record<string, Check>> = {},
): Check {
  const needed = Object.entries(members);
  const all = [...needed, ...Object.entries(more)];
  return (value, place) => {
    const given = membersOf(value);
    if (!given) return tell(value, place, 'an object');
    const lacking = needed.find(([name]) => !given.has(name));
    if (lacking) return `${below(place, lacking[0])} is missing`;
    return first(all, ([name, check]) =>
      given.has(name) ? check(given.get(name), below(place, name)) : undefined,
    );
  };
}

/** What all of them find right. */
export function both(one: Check, other: Check): Check {
  return (value, place) => one(value, place) ?? other(value, place);
}

/** For a form that has itself within. */
export function later(find: () => Check): Check {
  return (value, place) => find()(value, place);
}

function first<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = find(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value));
}

function below(place: string, name: string): string {
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  if (!/^[\w-]+$/.test(shown)) return `${place}[${JSON.stringify(shown)}]`;
  return place === '' ? shown : `${place}.${shown}`;
}

function tell(value: unknown, place: string, what: string): string {
  return `${place === '' ? 'the document' : place} is ${nameOf(value)}, not ${what}`;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > 60 ? `${written.slice(0, 60)}…` : written;
}
