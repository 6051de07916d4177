import { describe, expect, it } from 'vitest';

import type { PlannedOperation, World } from '../api/documents.ts';
import type { Offered } from './entries.ts';
import { listGroups, toActions } from './entries.ts';

const operation = (id: string, collection: string | null): PlannedOperation => ({
  id,
  collection,
  method: 'GET',
  path: `/${id}`,
  role: 'list',
  does: 'list',
  why: '',
  summary: null,
  tag: null,
  deprecated: false,
  responses: [],
});

const offered: Offered = {
  actions: [{ id: 'a', text: 'Freeze the clock', run: () => undefined }],
  operations: [
    operation('listLamps', 'lamps'),
    operation('makeLamp', 'lamps'),
    operation('health', null),
  ],
  worlds: [{ name: 'lamp-test' } as World],
  credentials: ['Lamp reader', 'Other'],
  records: [],
};

function listed(query: string, more: Partial<Offered> = {}, hasContract = true): readonly string[] {
  const shell = { go: () => undefined, route: { path: [], query: {} }, hasContract };
  return listGroups({ ...offered, ...more }, query, shell).map(
    ({ title, entries, more: rest }) =>
      `${title}: ${entries.map(({ text }) => text).join()} +${rest}`,
  );
}

describe('what the palette offers', () => {
  it('is what can be done and the worlds, while nothing is asked', () => {
    expect(listed('')).toEqual(['Actions: Freeze the clock +0', 'Worlds: lamp-test +0']);
  });

  it('are no operations while a recording is shown of another contract than that of the server', () => {
    expect(listed('listlamps', {}, true)).toEqual(['Operations: listLamps +0']);
    expect(listed('listlamps', {}, false)).toEqual([]);
  });

  it('are things of all kinds, each once', () => {
    expect(listed('lamp')).toEqual([
      'Operations: listLamps,makeLamp +0',
      'Collections: lamps +0',
      'Worlds: lamp-test +0',
      'Credentials: Lamp reader +0',
    ]);
  });

  it('tells by which value a record was found, unless its key or name shows it', () => {
    const found = { collection: 'lamps', key: '71', parents: {}, is_made_up: false };
    const record = { id: 71, name: 'Desk lamp', maker: 'Ann of Oslo' };
    const details = (search: string): readonly (string | undefined)[] => {
      const shell = { go: () => undefined, route: { path: [], query: {} }, hasContract: true };
      const records = [{ ...found, record, search }];
      return listGroups({ ...offered, records }, search, shell)
        .filter(({ title }) => title === 'Records')
        .flatMap(({ entries }) => entries.map(({ detail }) => detail));
    };
    expect(details('oslo')).toEqual(['maker: Ann of Oslo · Desk lamp']);
    expect(details('desk')).toEqual(['Desk lamp']);
    expect(details('71')).toEqual(['Desk lamp']);
  });

  it('says how many more there are', () => {
    const credentials = Array.from({ length: 11 }, (_, at) => `key ${at}`);
    expect(listed('key', { credentials })).toEqual([
      `Credentials: ${credentials.slice(0, 8).join()} +3`,
    ]);
  });

  it('leaves out the keys that move in a list, and the one that leads here', () => {
    const keys = [
      'Control+k',
      'ArrowDown',
      'PageUp',
      'Home',
      'j',
      'Escape',
      '/',
      'n',
      'Control+s',
      'g s',
    ];
    const run = (): void => undefined;
    const actions = toActions(keys.map((one) => ({ keys: one, label: `does ${one}`, run })));
    expect(actions.map(({ text }) => text)).toEqual(['does n', 'does Control+s', 'does g s']);
  });
});
