import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { valueAt } from '../../src/base/json.ts';
import { at, call, openGarden as open } from './garden.ts';

describe('a mask of members', () => {
  const sent = { title: 'Changed', isFenced: true, soil: { kind: 'clay', depth: 9 } };
  it.each<[string, JsonObject]>([
    ['updateMask=title', { title: 'Changed', isFenced: false, soil: { kind: 'sand', depth: 2 } }],
    ['updateMask=is_fenced', { title: 'Old', isFenced: true, soil: { kind: 'sand', depth: 2 } }],
    ['updateMask=title,isFenced', { title: 'Changed', isFenced: true }],
    ['updateMask=soil.depth', { title: 'Old', soil: { kind: 'sand', depth: 9 } }],
    ['updateMask=*', sent],
    ['', sent],
  ])('says what a change changes: %s', async (asked, shown) => {
    const road = await open();
    const old = { title: 'Old', isFenced: false, soil: { kind: 'sand', depth: 2 } };
    const name = at(await call(road, 'POST /v1/plots', old), '/name');
    expect(await call(road, `PATCH /v1/${name}`, { name, ...sent }, asked)).toMatchObject(shown);
    expect(await call(road, `GET /v1/${name}`)).toMatchObject(shown);
  });

  it('clears a member that it names and the body leaves out', async () => {
    const road = await open();
    const made = await call(road, 'POST /v1/plots', { title: 'Old', isFenced: true });
    const path = `PATCH /v1/${at(made, '/name')}`;
    const changed = await call(road, path, { title: 'Old' }, 'updateMask=isFenced');
    expect(valueAt(changed, '/isFenced') ?? false).toBe(false);
  });

  it('may stand in the body, beside the record', async () => {
    const road = await open();
    const bed = await call(road, 'POST /v1/plots/north/beds', { plant: 'kale' });
    const path = `PATCH /v1/${at(bed, '/name')}`;
    const kept = await call(road, path, { bed: { plant: 'leek' }, updateMask: 'name' });
    expect(at(kept, '/plant')).toBe('kale');
    const changed = await call(road, path, { bed: { plant: 'leek' }, updateMask: 'plant' });
    expect(at(changed, '/plant')).toBe('leek');
  });
});
