import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../base/json.ts';
import { complaintsAbout, loadText } from '../contract-text.test-kit.ts';
import type { Line } from './plan.test-kit.ts';
import {
  collectionsOf,
  listOf,
  objectOf,
  planText,
  ref,
  spotsOf,
  targetsOf,
  wrap,
} from './plan.test-kit.ts';

const schemas: JsonObject = {
  Shop: objectOf('id', 'title'),
  Order: objectOf('id', 'serial', 'note'),
};

const lines: readonly Line[] = [
  ['GET /shops/{id}', ref('Shop')],
  ['GET /orders/{id}', ref('Order')],
  ['GET /tenants/{t}/jobs', wrap({ found: listOf('Order'), more: listOf('Shop'), n: {} })],
  ['POST /orders/import', ref('Order'), ref('Order')],
];

/** The plan with a correction on a path, or on its first operation. */
function corrected(correction: JsonValue, path: string, where: 'path' | 'operation'): string {
  const own = { 'x-stuntdouble': correction };
  if (where === 'path') return planText(lines, schemas, { [path]: own });
  const changed = lines.map(([line, reply, body]): Line => {
    return line.endsWith(` ${path}`) ? [line, reply, body, own] : [line, reply, body];
  });
  return planText(changed, schemas, {});
}

describe('a contract that corrects its plan', () => {
  it.each<[string, JsonValue, string, string]>([
    ['takes a target away', false, '/orders/{id}', 'improvised'],
    ['takes a role away', { role: 'improvised' }, '/orders/{id}', 'improvised'],
    ['gives another role', { role: 'action' }, '/orders/{id}', 'action orders 0 []'],
    ['gives a new name', { collection: 'parcels' }, '/orders/{id}', 'read parcels 0 []'],
    ['names another collection', { collection: 'shops' }, '/orders/{id}', 'read shops 0 []'],
    [
      'names a collection where none is seen',
      { collection: 'orders', role: 'create' },
      '/orders/import',
      'create orders []',
    ],
    [
      'tells of a list, its records and its parent',
      { collection: 'orders', role: 'list', parents: ['shops'], envelope: { records: 'found' } },
      '/tenants/{t}/jobs',
      'list orders [0]',
    ],
  ])('%s', async (_, correction, path, expected) => {
    for (const where of ['path', 'operation'] as const) {
      const contract = await loadText(corrected(correction, path, where));
      const operation = contract.operations.find((candidate) => candidate.path === path);
      expect(targetsOf(contract)[operation?.id ?? '']).toBe(expected);
    }
  });

  it('says more on an operation than on its path', async () => {
    const text = planText(
      [['GET /orders/{id}', ref('Order'), undefined, { 'x-stuntdouble': { role: 'action' } }]],
      schemas,
      { '/orders/{id}': { 'x-stuntdouble': { role: 'delete', key: 'serial' } } },
    );
    const contract = await loadText(text);
    expect(targetsOf(contract)).toEqual({ 'GET /orders/{id}': 'action orders 0 []' });
    expect(collectionsOf(contract)).toEqual(['orders: serial <']);
  });

  it('says which parents there are', async () => {
    const correction = {
      parents: ['shops'],
      collection: 'jobs',
      role: 'list',
      envelope: { records: 'found' },
    };
    const contract = await loadText(corrected(correction, '/tenants/{t}/jobs', 'operation'));
    expect(collectionsOf(contract)).toContain('jobs: id < t(shops)');
  });

  it('says where the records stand, and what stands beside them', async () => {
    const envelope = { records: 'found', total: 'n' };
    const correction = { collection: 'jobs', role: 'list', envelope };
    const contract = await loadText(corrected(correction, '/tenants/{t}/jobs', 'operation'));
    const id = 'GET /tenants/{t}/jobs';
    expect(spotsOf(contract, id)).toEqual(['/found', undefined]);
    const [, target] = [...contract.targets].find(([operation]) => operation.id === id) ?? [];
    const members = target?.role === 'list' ? target.list?.members : [];
    expect(members).toContainEqual({ steps: ['n'], meaning: 'total' });
  });

  it.each<[string, JsonValue, string, string, RegExp]>([
    ['a member', { rolle: 'read' }, '/orders/{id}', '/rolle', /"rolle" .* mean "role"/],
    ['a role', { role: 'reed' }, '/orders/{id}', '/role', /"reed" .* mean "read"/],
    ['a key', { key: 'seriall' }, '/orders/{id}', '/key', /"seriall" .* mean "serial"/],
    ['a parent', { parents: ['shop'] }, '/tenants/{t}/jobs', '/parents', /"shop" .* mean "shops"/],
    ['as many parents', { parents: [] }, '/tenants/{t}/jobs', '/parents', /names 1 parents, not 0/],
    ['a place', { role: 'read' }, '/orders/import', '/role', /no place of one/],
    ['a meaning', { envelope: { totl: 'n' } }, '/orders/{id}', '/envelope/totl', /mean "total"/],
    [
      'what the reply has',
      { collection: 'jobs', role: 'list', envelope: { records: 'found', total: 'm' } },
      '/tenants/{t}/jobs',
      '/envelope/total',
      /has no "m"/,
    ],
    [
      'an array that the reply has',
      { collection: 'jobs', role: 'list', envelope: { records: 'n' } },
      '/tenants/{t}/jobs',
      '/envelope',
      /no array of records/,
    ],
    ['a text', { collection: 1 }, '/orders/{id}', '/collection', /must be a text/],
    ['a list', { parents: 'shops' }, '/orders/{id}', '/parents', /must be a list/],
    ['an object', true, '/orders/{id}', '', /must be an object, or false/],
    ['an object in it', { envelope: [] }, '/orders/{id}', '/envelope', /must be an object/],
  ])('has to name %s', async (_, correction, path, pointer, message) => {
    const text = corrected(correction, path, 'path');
    const complaints = await complaintsAbout(text, {}, { isLenient: true });
    const place = `/paths/${path.replaceAll('/', '~1')}/x-stuntdouble${pointer}`;
    expect(complaints).toMatchObject([
      { file: 'openapi.yaml', pointer: place, message: expect.stringMatching(message) },
    ]);
    expect(complaints[0]?.line).toBeGreaterThan(1);
  });
});
