import type { JsonObject } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import type { CoverageReport } from '../../traffic/coverage/report.ts';
import { coverageKinds, sumTotals } from '../../traffic/coverage/report.ts';

/** Checks that parsed JSON is a report. A returned string says why it is not one. */
export function readReport(given: unknown): CoverageReport | string {
  if (!isJsonObject(given)) return 'it is no object';
  // Older versions wrote a report without this member.
  const value: JsonObject = { unknown_query: { listed: [], more: 0 }, ...given };
  if (value['format'] !== 1) {
    return `its "format" is ${JSON.stringify(value['format'])}, and only 1 is known`;
  }
  const fault = findFault(value, '', reportForm);
  if (fault !== undefined) return fault;
  const report = value as unknown as CoverageReport;
  // The file could hold totals that contradict its points.
  return { ...report, totals: sumTotals(report.operations) };
}

/** What a value must be: a type, one of some strings, an object with members, or a list. */
type Form =
  | 'string'
  | 'number'
  | 'string?'
  | 'number?'
  | readonly string[]
  | { readonly members: Readonly<Record<string, Form>> }
  | { readonly items: Form; readonly isOptional?: true };

const point: Form = {
  members: {
    id: 'string',
    kind: coverageKinds,
    label: 'string',
    file: 'string?',
    line: 'number?',
    count: 'number',
    forced: 'number',
  },
};

const operation: Form = {
  members: {
    id: 'string',
    method: 'string',
    path: 'string',
    requests: 'number',
    forced: 'number',
    points: { items: point },
  },
};

const violation: Form = {
  members: {
    operation: 'string',
    in: 'string',
    pointer: 'string',
    keyword: 'string',
    message: 'string',
    count: 'number',
  },
};

const unknownName: Form = {
  members: {
    operation: 'string',
    name: 'string',
    nearest: 'string?',
    message: 'string',
    count: 'number',
  },
};

const reportForm: Form = {
  members: {
    contract: {
      members: {
        title: 'string',
        version: 'string',
        fingerprint: 'string',
        files: { items: 'string' },
      },
    },
    operations: { items: operation },
    violations: tallied(violation),
    unmatched: tallied({
      members: { method: 'string', path: 'string', nearest: 'string?', count: 'number' },
    }),
    breaches: tallied({ members: { operation: 'string', message: 'string', count: 'number' } }),
    unknown_query: tallied(unknownName),
    answered_by: { items: { members: { url: 'string', requests: 'number' } }, isOptional: true },
  },
};

function tallied(items: Form): Form {
  return { members: { listed: { items }, more: 'number' } };
}

function findFault(value: unknown, place: string, form: Form): string | undefined {
  if (typeof form === 'string') return findTypeFault(value, place, form);
  if (!('members' in form) && !('items' in form)) {
    return typeof value === 'string' && form.includes(value)
      ? undefined
      : `${place} must be one of ${form.join(', ')}`;
  }
  if ('items' in form) {
    if (value === undefined && form.isOptional) return undefined;
    if (!Array.isArray(value)) return `${place} must be a list`;
    return findFirst([...value.entries()], ([index, item]) =>
      findFault(item, `${place}/${index}`, form.items),
    );
  }
  if (!isJsonObject(value)) return `${place} must be an object`;
  return findFirst(Object.entries(form.members), ([name, member]) =>
    findFault(value[name], `${place}/${name}`, member),
  );
}

function findTypeFault(
  value: unknown,
  place: string,
  form: Extract<Form, string>,
): string | undefined {
  if (value === undefined && form.endsWith('?')) return undefined;
  const type = form.replace('?', '');
  return typeof value === type ? undefined : `${place} must be a ${type}`;
}

function findFirst<T>(
  items: readonly T[],
  find: (item: T) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
