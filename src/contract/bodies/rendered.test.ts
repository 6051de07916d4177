import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../base/json.ts';
import { loadSchemas } from '../contract-text.test-kit.ts';
import type { Documents } from '../load/documents.ts';
import type { Rendered } from './rendering.ts';
import { compileRenderer, createRendered } from './rendering.ts';

async function open(): Promise<Documents> {
  return (await loadSchemas({ It: {} })).documents;
}

const records: readonly JsonObject[] = Array.from({ length: 1000 }, (_, id) => ({ id }));

/** By their numbers. */
function keptIn(rendered: Rendered<string>): readonly number[] {
  return records.flatMap((record, id) => (rendered.get(record) === undefined ? [] : [id]));
}

describe('what records look like', () => {
  it('is kept of as many small ones as there are', async () => {
    const rendered = createRendered<string>(await open());
    for (const record of records) rendered.set(record, 'x', 4000);
    expect(keptIn(rendered)).toHaveLength(1000);
  });

  it('is kept of large ones up to so many characters, in all forms together', async () => {
    const documents = await open();
    const [one, other] = [createRendered<string>(documents), createRendered<string>(documents)];
    for (const record of records) one.set(record, 'x', 1_048_576);
    expect(keptIn(one)).toEqual(Array.from({ length: 32 }, (_, at) => 968 + at));
    for (const record of records.slice(0, 20)) other.set(record, 'x', 1_048_576);
    expect([keptIn(one), keptIn(other)].map(({ length }) => length)).toEqual([12, 20]);
  });

  it('is no concern of another contract', async () => {
    const [one, other] = [await open(), await open()].map((each) => createRendered<string>(each));
    for (const record of records.slice(0, 32)) one?.set(record, 'x', 1_048_576);
    for (const record of records.slice(0, 32)) other?.set(record, 'x', 1_048_576);
    expect(one && keptIn(one)).toHaveLength(32);
  });

  it('is worked out again where it was forgotten', async () => {
    const { documents, part } = await loadSchemas({ It: {} });
    const form = { check: undefined, write: (value: unknown) => JSON.stringify(value) };
    const renderer = compileRenderer(documents, part('It'), form);
    const large = Array.from({ length: 40 }, (_, id) => ({ id, text: 'x'.repeat(1_000_000) }));
    const first = large.map((record) => renderer.renderRecord(record));
    const [old, young] = [large[0], large[39]];
    expect(young && renderer.renderRecord(young)).toBe(first[39]);
    expect(old && renderer.renderRecord(old)).not.toBe(first[0]);
    expect(old && renderer.renderRecord(old)).toEqual(first[0]);
  });
});
