import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../api/documents.ts';
import type { RecordRow } from '../api/record-documents.ts';
import { planImport } from './import-plan.ts';
import { requestsOf } from './import-write.ts';
import { makeShape } from './shape.test-kit.ts';

const shape = makeShape({ parents: [] });

const stored: readonly RecordRow[] = [1, 2].map((id) => ({
  key: String(id),
  parents: {},
  is_made_up: false,
  record: { id, note: 'a', rest: 'b' },
}));

function ask(list: readonly JsonObject[], isReplacing: boolean): readonly (readonly unknown[])[] {
  const records = list.map((record, at) => ({ line: at + 1, record }));
  const plan = planImport(shape, { records, faults: [], unit: 'record' }, stored);
  return requestsOf(shape, { records, plan, isReplacing, isUnchecked: true }).map(
    ({ method, path, body, query }) => [method, path, body, query],
  );
}

const check = { check: false };

describe('an import', () => {
  it('adds and changes in one request, and leaves equal records alone', () => {
    expect(
      ask(
        [
          { id: 1, note: 'a' },
          { id: 2, note: 'c' },
          { id: 3, note: null },
        ],
        false,
      ),
    ).toEqual([
      [
        'PATCH',
        'state/lines',
        [
          { id: 3, note: null },
          { id: 2, note: 'c', rest: 'b' },
        ],
        check,
      ],
    ]);
  });

  it('replaces a record that gets a null, which a merge would take for a removal', () => {
    expect(ask([{ id: 2, note: null }], false)).toEqual([
      ['PUT', 'state/lines/2', { id: 2, note: null, rest: 'b' }, check],
    ]);
  });

  it('replaces the collection by what the file has, and nothing else', () => {
    expect(ask([{ id: 2, note: null }], true)).toEqual([
      ['PUT', 'state/lines', [{ id: 2, note: null }], check],
    ]);
  });

  it('empties the collection with an empty file', () => {
    expect(ask([], true)).toEqual([['PUT', 'state/lines', [], check]]);
  });

  it('takes several requests for a long file: the first replaces, the others add', () => {
    const long = Array.from({ length: 3 }, (_, at) => ({ id: at, text: 'x'.repeat(400_000) }));
    expect(ask(long, true).map(([method]) => method)).toEqual(['PUT', 'PATCH']);
  });
});
