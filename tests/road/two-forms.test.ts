import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { change, list, make, object, pathsFor, read, shown, text, whole } from './record-kinds.ts';

describe('a value that is sent plain and shown beside its label', () => {
  const words = ['in_progress', 'dry-dock', 'sold'];
  const lines = '* `in_progress` - Under way\n* `dry-dock` - In the dock\n* `sold` - Sold';
  const ofWords = { ...text, enum: words };
  const labels = ['Under way', 'In the dock', 'Sold'];
  const pair = (value: JsonObject, label: JsonObject): JsonObject =>
    object({ value, label }, ['value', 'label']);
  const open = async (state: JsonObject, sent: JsonObject): Promise<OpenRoad> => {
    const record = object({ id: shown(whole), name: text, state, grade: text }, ['id', 'name']);
    const body = object({ name: text, state: sent });
    return openRoad({ paths: pathsFor({ boats: { record, sent: body, queries: ['state'] } }) });
  };

  it.each<[string, JsonObject, JsonObject, JsonValue, JsonObject]>([
    [
      'the entry of its list at the same place',
      pair(ofWords, { ...text, enum: labels }),
      ofWords,
      'dry-dock',
      { value: 'dry-dock', label: 'In the dock' },
    ],
    [
      'told by a line of the description',
      pair({ ...ofWords, description: lines }, text),
      ofWords,
      'dry-dock',
      { value: 'dry-dock', label: 'In the dock' },
    ],
    [
      'told by what a request may send',
      object({ id: text, title: text }),
      { ...ofWords, description: lines },
      'in_progress',
      { id: 'in_progress', title: 'Under way' },
    ],
    [
      'the words of the value',
      pair(ofWords, text),
      ofWords,
      'in_progress',
      { value: 'in_progress', label: 'In progress' },
    ],
    [
      'of a number',
      object({
        id: { ...whole, enum: [10, 23] },
        label: { ...text, enum: ['10 feet', '23 feet'] },
      }),
      whole,
      23,
      { id: 23, label: '23 feet' },
    ],
    [
      'beside a code',
      object({ code: text, name: text }),
      ofWords,
      'sold',
      { code: 'sold', name: 'Sold' },
    ],
  ])('has the label that is %s', async (_, state, sent, value, expected) => {
    const road = await open(state, sent);
    const made = await make(road, '/boats', { name: 'Gull', state: value });
    expect(made['state']).toEqual(expected);
    const path = `/boats/${textOf(made['id'])}`;
    expect(valueAt(await read(road, path), '/state')).toEqual(expected);
    expect((await list(road, '/boats', `state=${textOf(value)}`)).map(({ id }) => id)).toContain(
      made['id'],
    );
  });

  it('changes together with its label, also where only the value is sent in an object', async () => {
    const state = pair(ofWords, { ...text, enum: labels });
    const road = await open(state, { oneOf: [ofWords, object({ value: ofWords })] });
    const { id } = await make(road, '/boats', { name: 'Gull', state: 'sold' });
    const path = `/boats/${textOf(id)}`;
    const docked = { value: 'dry-dock', label: 'In the dock' };
    expect((await change(road, path, { state: 'dry-dock' }))['state']).toEqual(docked);
    const sold = { value: 'sold', label: 'Sold' };
    expect((await change(road, path, { state: { value: 'sold' } }))['state']).toEqual(sold);
    const replaced = await road.send('PUT', path, { body: { name: 'Gull', state: 'dry-dock' } });
    expect(valueAt(replaced.json ?? null, '/state')).toEqual(docked);
    const others = await list(road, '/boats', 'state=sold');
    expect(others.map((one) => one['id'])).not.toContain(id);
  });

  it('begins as the plain value would, and is null where that is all that is known', async () => {
    const state = pair({ ...text, enum: ['docked', 'new'] }, text);
    const grade = { ...pair(ofWords, text), type: ['object', 'null'] };
    const record = object({ id: shown(whole), name: text, state, grade }, ['id', 'name']);
    const sent = object({
      name: text,
      state: { ...text, enum: ['docked', 'new'] },
      grade: ofWords,
    });
    const road = await openRoad({ paths: pathsFor({ boats: { record, sent } }) });
    const made = await make(road, '/boats', { name: 'Gull' });
    expect(made).toMatchObject({ state: { value: 'new', label: 'New' }, grade: null });
  });

  it('has its default where nothing is sent', async () => {
    const state = pair(ofWords, { ...text, enum: labels });
    const road = await open(state, { ...ofWords, default: 'dry-dock' });
    const made = await make(road, '/boats', { name: 'Gull' });
    expect(made['state']).toEqual({ value: 'dry-dock', label: 'In the dock' });
  });

  it('fits its label in records that are made up', async () => {
    const road = await open(pair(ofWords, { ...text, enum: labels }), ofWords);
    const boats = await list(road, '/boats');
    expect(boats.length).toBeGreaterThan(0);
    for (const { id, state } of boats) {
      const value = isJsonObject(state) ? textOf(state['value']) : '';
      expect(state).toEqual({ value, label: labels[words.indexOf(value)] });
      expect(valueAt(await read(road, `/boats/${textOf(id)}`), '/state')).toEqual(state);
    }
  });

  it('keeps the label that was sent beside a free text', async () => {
    const entry = object({ label: text, value: text }, ['label', 'value']);
    const road = await open(entry, entry);
    const state = { label: 'Work', value: '+47 555 01 234' };
    const made = await make(road, '/boats', { name: 'Gull', state });
    expect(made['state']).toEqual(state);
  });

  it('is no label where the object is a record with a key and a name', async () => {
    const road = await open(object({ id: whole, name: text }), whole);
    const { state } = await make(road, '/boats', { name: 'Gull', state: 7 });
    expect(state).toMatchObject({ id: 7 });
    expect(state).not.toMatchObject({ name: '7' });
  });
});

describe('what a record says of itself', () => {
  const link = shown({ ...text, format: 'uri' });
  const open = (name: string, more: JsonObject): Promise<OpenRoad> => {
    const record = object({ id: shown(whole), ...more }, ['id', ...Object.keys(more)]);
    const sent = Object.entries(more).filter(([, one]) => !isJsonObject(one) || !one['readOnly']);
    return openRoad({
      paths: pathsFor({ [name]: { record, sent: object(Object.fromEntries(sent)) } }),
    });
  };

  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['name', { name: text, display: shown(text) }, { name: 'Gull' }, { display: 'Gull' }],
    [
      'title',
      { title: text, display_name: shown(text) },
      { title: 'Log' },
      { display_name: 'Log' },
    ],
    ['model', { model: text, slug: text, label: shown(text) }, { model: 'X4' }, { label: 'X4' }],
    [
      'name before its label',
      { label: text, name: text, display: shown(text) },
      { name: 'Gull', label: 'G' },
      { display: 'Gull' },
    ],
  ])('is its %s in a read-only display', async (_, members, sent, expected) => {
    const road = await open('boats', members);
    const made = await make(road, '/boats', sent);
    expect(made).toMatchObject(expected);
    const [name = ''] = Object.keys(sent);
    const [display = ''] = Object.keys(expected);
    const path = `/boats/${textOf(made['id'])}`;
    expect(await change(road, path, { [name]: 'Tern' })).toMatchObject({ [display]: 'Tern' });
    for (const boat of await list(road, '/boats')) expect(boat[display]).toBe(boat[name]);
  });

  it('is what was sent where requests may send the display', async () => {
    const road = await open('boats', { name: text, display: text });
    const made = await make(road, '/boats', { name: 'Gull', display: 'The Gull' });
    expect(made).toMatchObject({ display: 'The Gull' });
  });

  it('is where it is read, in a read-only url beside its key', async () => {
    const road = await open('boats', { name: text, url: link });
    const made = await make(road, '/boats', { name: 'Gull' });
    const boats = await list(road, '/boats');
    expect(boats.length).toBeGreaterThan(1);
    for (const { id, url } of [made, ...boats]) {
      expect(url).toBe(`http://127.0.0.1:4010/boats/${textOf(id)}`);
      const { pathname } = new URL(textOf(url));
      expect(await read(road, pathname)).toMatchObject({ id, url });
    }
  });

  it.each<[JsonObject, string]>([
    [{}, 'http://127.0.0.1:4010'],
    [{ example: { href: '/boats/9' } }, ''],
  ])('is where its link "self" leads: %j', async (more, origin) => {
    const self = { type: 'object', required: ['href'], properties: { href: text }, ...more };
    const _links = { type: 'object', required: ['self'], readOnly: true, properties: { self } };
    const road = await open('boats', { name: text, _links });
    const made = await make(road, '/boats', { name: 'Gull' });
    for (const boat of [made, ...(await list(road, '/boats'))])
      expect(valueAt(boat, '/_links/self/href')).toBe(`${origin}/boats/${textOf(boat['id'])}`);
  });

  it.each<[string, string, JsonObject]>([
    ['a file', 'photos', { url: link }],
    [
      'something else by its description',
      'boats',
      { url: { ...link, description: 'The website.' } },
    ],
    ['what a request may send', 'boats', { url: { ...text, format: 'uri' } }],
    ['no address', 'boats', { url: shown(text) }],
  ])('is not the url of %s', async (_, name, members) => {
    const road = await open(name, { name: text, ...members });
    const { id } = await make(road, `/${name}`, { name: 'Gull' });
    const url = valueAt(await read(road, `/${name}/${textOf(id)}`), '/url');
    expect(textOf(url)).not.toContain(`/${name}/`);
  });
});
