import { describe, expect, it } from 'vitest';

import { textOf, valueAt } from '../../src/base/json.ts';
import { at, call, itemPlace, namesIn, openGarden as open, schemas, wholePlace } from './garden.ts';
import { openRoad } from './open-road.ts';

describe('a record whose name is its path', () => {
  it.each([
    ['its description', 'plots', /^plots\/[^/\s]+$/],
    ['its pattern', 'plots/north/beds', /^plots\/north\/beds\/[^/\s]+$/],
    ['its example', 'gardeners', /^gardeners\/[^/\s]+$/],
  ])('is shown with it, as %s says, and read by it', async (_, path, form) => {
    const road = await open();
    const list = await call(road, `GET /v1/${path}`);
    const names = namesIn(list, path.split('/').at(-1) ?? '');
    expect(names.length).toBeGreaterThan(2);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(name).toMatch(form);
      expect(at(await call(road, `GET /v1/${name}`), '/name')).toBe(name);
    }
  });

  it('gets one when it is made, and its Location leads to it', async () => {
    const road = await open();
    const { json = null, headers } = await road.send('POST', '/v1/plots', {
      body: { title: 'North' },
    });
    const name = at(json, '/name');
    expect(name).toMatch(/^plots\/[^/\s]+$/);
    expect(headers['location']).toBe(`/v1/${name}`);
    expect(await call(road, `GET /v1/${name}`)).toEqual(json);
    expect(namesIn(await call(road, 'GET /v1/plots'), 'plots')).toContain(name);
    await call(road, `DELETE /v1/${name}`);
    expect((await road.send('GET', `/v1/${name}`)).status).toBe(404);
  });

  it('begins with the name of its parent, and stands below that one alone', async () => {
    const road = await open();
    const [north, south] = [
      at(await call(road, 'POST /v1/plots', { title: 'North' }), '/name'),
      at(await call(road, 'POST /v1/plots', { title: 'South' }), '/name'),
    ];
    const bed = await call(road, `POST /v1/${north}/beds`, { plant: 'kale' });
    expect(at(bed, '/name')).toMatch(new RegExp(`^${north}/beds/[^/]+$`));
    expect(namesIn(await call(road, `GET /v1/${north}/beds`), 'beds')).toEqual([at(bed, '/name')]);
    expect(namesIn(await call(road, `GET /v1/${south}/beds`), 'beds')).toEqual([]);
    expect(await call(road, `GET /v1/${at(bed, '/name')}`)).toEqual(bed);
  });

  it('has the id of the query in its name, once', async () => {
    const road = await open();
    const sent = { title: 'North', name: 'plots/another' };
    const made = await call(road, 'POST /v1/plots', sent, 'plotId=north-1');
    expect(at(made, '/name')).toBe('plots/north-1');
    const again = await road.send('POST', '/v1/plots', { body: sent, query: 'plotId=north-1' });
    expect(again.status).toBe(409);
  });

  it('has in its name the member by which it is found', async () => {
    const road = await open();
    const made = await call(road, 'POST /v1/gardeners', { handle: 'ann', email: 'a@example.org' });
    expect(made).toMatchObject({ name: 'gardeners/ann', handle: 'ann' });
    const list = valueAt(await call(road, 'GET /v1/gardeners'), '/gardeners');
    for (const one of Array.isArray(list) ? list : [])
      expect(at(one, '/name')).toBe(`gardeners/${at(one, '/handle')}`);
    const taken = await road.send('POST', '/v1/gardeners', { body: { handle: 'ann' } });
    expect(taken.status).toBe(409);
  });

  it('is called by its name in other records', async () => {
    const road = await open({
      fixtures: { gardeners: [{ name: 'gardeners/ann', handle: 'ann' }] },
    });
    const list = valueAt(await call(road, 'GET /v1/plots'), '/plots');
    const keepers = Array.isArray(list) ? list.map((one) => at(one, '/keeper')) : [];
    expect(new Set(keepers)).toEqual(new Set(['gardeners/ann']));
  });

  it('tells the parents of a record in fixtures', async () => {
    const road = await open({
      fixtures: {
        plots: [{ name: 'plots/a', title: 'A' }],
        beds: [
          { name: 'plots/a/beds/1', plant: 'kale' },
          { name: 'plots/a/beds/2', plant: 'leek', plot: 'a' },
        ],
      },
    });
    expect(namesIn(await call(road, 'GET /v1/plots/a/beds'), 'beds')).toEqual([
      'plots/a/beds/1',
      'plots/a/beds/2',
    ]);
    await call(road, 'DELETE /v1/plots/a');
    expect((await road.send('GET', '/v1/plots/a/beds/1')).status).toBe(404);
  });

  it('is found by handlers as paths call it, and as a whole', async () => {
    const road = await open({
      fixtures: { plots: [{ name: 'plots/a', title: 'A' }] },
      behaviors: {
        'GET /v1/gardeners/{gardener}': ({ records }) => ({
          status: 200,
          body: { handle: textOf(records.get('plots', 'a')?.['title'] ?? '') },
        }),
      },
    });
    expect(await call(road, 'GET /v1/gardeners/x')).toEqual({ handle: 'A' });
  });

  it.each([
    ['query /plotId', 'plots', { title: 'A' }, 'plotId=a/b'],
    ['body /handle', 'gardeners', { handle: 'a/b' }, ''],
  ])('can not have a "/" in its last part: %s', async (place, path, sent, asked) => {
    const road = await open();
    const { status, text: said } = await road.send('POST', `/v1/${path}`, {
      body: sent,
      query: asked,
    });
    expect(status).toBe(400);
    expect(said).toContain(`${place}: is one part of a name`);
  });

  it('is not called otherwise by a change that repeats its name, and by no other', async () => {
    const road = await open();
    const name = at(await call(road, 'POST /v1/plots', { title: 'North' }), '/name');
    const changed = await call(road, `PATCH /v1/${name}`, { name, title: 'Northern' });
    expect(changed).toMatchObject({ name, title: 'Northern' });
    const moved = await road.send('PATCH', `/v1/${name}`, {
      body: { name: 'plots/x', title: 'S' },
    });
    expect(moved.status).toBe(400);
  });

  it('keeps a key of its own where a name only mentions such a path', async () => {
    const road = await openRoad({
      paths: {
        '/tools': wholePlace({ kind: 'Tool', list: 'tools' }),
        '/shed/{tool}': itemPlace('Tool', ['tool']),
      },
      components: { schemas },
    });
    expect(at(await call(road, 'GET /shed/rake'), '/name')).not.toContain('/');
  });
});

describe('a record of the same kind, made below another', () => {
  it('is a new one, which belongs to that one from then on', async () => {
    const road = await open();
    const [north, south] = [
      at(await call(road, 'POST /v1/plots', { title: 'North' }), '/name'),
      at(await call(road, 'POST /v1/plots', { title: 'South' }), '/name'),
    ];
    const made = await call(road, `POST /v1/${north}/cuttings`, { title: 'Cut' }, 'cuttingId=cut');
    expect(made).toMatchObject({ name: 'plots/cut', title: 'Cut', parent: north });
    expect(await call(road, 'GET /v1/plots/cut')).toEqual(made);
    expect(namesIn(await call(road, `GET /v1/${north}/cuttings`), 'plots')).toEqual(['plots/cut']);
    expect(namesIn(await call(road, `GET /v1/${south}/cuttings`), 'plots')).toEqual([]);
    expect(at(await call(road, `GET /v1/${north}`), '/title')).toBe('North');
    await call(road, 'DELETE /v1/plots/cut');
    expect(namesIn(await call(road, `GET /v1/${north}/cuttings`), 'plots')).toEqual([]);
  });

  it('is not made where there is nothing above it', async () => {
    const road = await open();
    await call(road, 'POST /v1/plots', { title: 'North' });
    const made = await road.send('POST', '/v1/plots/none/cuttings', { body: { title: 'Cut' } });
    expect(made.status).toBe(404);
  });
});
