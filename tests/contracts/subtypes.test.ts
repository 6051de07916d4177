import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import type { MockOptions } from '../../src/index.ts';
import { createMock } from '../../src/index.ts';
import { ask } from './ask.ts';

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

type Send = (
  method: string,
  path: string,
  body?: JsonValue | string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

interface Form {
  readonly version: string;
  readonly isMapped: boolean;
}

const forms: readonly Form[] = ['3.0.3', '3.1.0'].flatMap((version) =>
  [true, false].map((isMapped) => ({ version, isMapped })),
);

async function start(
  { version, isMapped }: Form,
  options: Omit<MockOptions, 'contract'> = {},
  fixtures?: JsonValue,
): Promise<Send> {
  const whole = await readFile(join(import.meta.dirname, 'subtypes.yaml'), 'utf8');
  const text = isMapped ? whole : whole.replace(/ {8}mapping:\n(?: {10}.*\n)+/, '');
  const folder = await writeFolder({
    'openapi.yaml': text.replace('openapi: 3.0.3', `openapi: ${version}`),
    ...(fixtures === undefined ? {} : { 'fixtures/pets.json': JSON.stringify(fixtures) }),
  });
  const mock = await createMock({ contract: join(folder, 'openapi.yaml'), records: 3, ...options });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  return async (method, path, body, headers = {}) => {
    const given = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await ask(url, {
      method,
      path,
      headers: { ...given, ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.status, json: JSON.parse(answer.text) as unknown };
  };
}

const merge = { 'Content-Type': 'application/merge-patch+json' };

describe.each(forms)('a base in $version (mapping: $isMapped)', (form) => {
  const tag = (kind: 'cat' | 'dog'): string =>
    form.isMapped ? kind : kind === 'cat' ? 'Cat' : 'Dog';
  const cat: JsonObject = {
    name: 'Tom',
    petType: tag('cat'),
    huntingSkill: 'lazy',
    lives: 7,
    friends: [],
  };
  const dog: JsonObject = { name: 'Rex', petType: tag('dog'), packSize: 3, friends: [] };
  /** What a pet of the kind has to have, and may not have. */
  const ofKind = (pet: unknown): boolean => {
    const { petType, ...members } = pet as JsonObject;
    const isCat = petType === tag('cat');
    const isDog = petType === tag('dog');
    const hasOthers = (names: readonly string[]): boolean => names.some((name) => name in members);
    if (isCat) return 'huntingSkill' in members && !hasOthers(['packSize', 'createdAt']);
    return isDog && 'packSize' in members && !hasOthers(['huntingSkill', 'lives', 'isIndoors']);
  };

  it('keeps what was sent of each kind, and shows it', async () => {
    const send = await start(form);
    for (const [sent, made] of [
      [cat, { ...cat, id: 4, isIndoors: true }],
      [dog, { ...dog, id: 5, createdAt: expect.any(String) as unknown }],
    ] as const) {
      expect(await send('POST', '/pets', sent)).toEqual({ status: 201, json: made });
      expect(await send('GET', `/pets/${made.id}`)).toEqual({ status: 200, json: made });
      const { json: all } = await send('GET', '/pets');
      expect(all).toContainEqual(made);
    }
  });

  it('is as strict as before', async () => {
    const send = await start(form);
    expect((await send('POST', '/pets', { ...dog, packSize: 'many' })).status).toBe(400);
    expect((await send('POST', '/pets', { name: 'Tom', petType: tag('cat') })).status).toBe(400);
    for (const petType of ['Pet', 'bird']) {
      const bird = { name: 'Tweety', petType };
      const { status, json } = await send('POST', '/pets', bird);
      expect({ status, json }).toEqual({
        status: 201,
        json: { ...bird, id: expect.any(Number) as unknown, friends: [] },
      });
    }
  });

  it('makes up records of both kinds, each the same wherever it is shown', async () => {
    const send = await start(form);
    const { json: listed } = await send('GET', '/pets');
    expect(listed).toHaveLength(3);
    const pets: JsonObject[] = [];
    for (let id = 1; id <= 12; id += 1) {
      const { status, json } = await send('GET', `/pets/${id}`);
      expect([status, ofKind(json)]).toEqual([200, true]);
      pets.push(json as JsonObject);
    }
    expect(new Set(pets.map(({ petType }) => petType))).toEqual(new Set([tag('cat'), tag('dog')]));
    expect(pets.slice(0, 3)).toEqual(listed);
    for (const [index, pet] of pets.entries()) {
      const changed = { ...pet, name: 'Renamed' };
      const path = `/pets/${index + 1}`;
      const patched = await send('PATCH', path, { name: 'Renamed' }, merge);
      expect(patched).toEqual({ status: 200, json: changed });
      expect(await send('GET', path)).toEqual({ status: 200, json: changed });
    }
  });

  it('lets members of a kind be changed, and the kind with them', async () => {
    const send = await start(form);
    await send('POST', '/pets', cat);
    const patched = await send('PATCH', '/pets/4', { lives: 6, huntingSkill: 'aggressive' }, merge);
    const changed = { ...cat, id: 4, isIndoors: true, lives: 6, huntingSkill: 'aggressive' };
    expect(patched).toEqual({ status: 200, json: changed });
    const patch = [{ op: 'replace', path: '/lives', value: 5 }];
    const type = { 'Content-Type': 'application/json-patch+json' };
    expect(await send('PATCH', '/pets/4', patch, type)).toEqual({
      status: 200,
      json: { ...changed, lives: 5 },
    });
    expect(await send('PUT', '/pets/4', dog)).toEqual({ status: 200, json: { ...dog, id: 4 } });
    expect((await send('GET', '/pets/4')).json).toEqual({ ...dog, id: 4 });
    const turned = { petType: tag('cat'), huntingSkill: 'clueless' };
    expect(await send('PATCH', '/pets/4', turned, merge)).toEqual({
      status: 200,
      json: { name: 'Rex', ...turned, id: 4, friends: [] },
    });
    const { status, json } = await send('PATCH', '/pets/4', { petType: tag('dog') }, merge);
    expect([status, ofKind(json)]).toEqual([200, true]);
  });

  it('stands for its kinds also inside others', async () => {
    const send = await start(form);
    const parent = { ...dog, parent: cat };
    const sent = { ...cat, parent, friends: [dog, cat], food: dog };
    const { status, json } = await send('POST', '/pets', sent);
    expect(status).toBe(201);
    expect(json).toMatchObject(sent);
    const smaller = { parent: { packSize: 1 } };
    const changed = { parent: { ...parent, packSize: 1 }, friends: [dog, cat], food: dog };
    expect((await send('PATCH', '/pets/4', smaller, merge)).json).toMatchObject(changed);
    expect((await send('GET', '/pets/4')).json).toMatchObject(changed);
  });

  it('stands for its kinds as an alternative', async () => {
    const send = await start(form);
    for (const sent of [dog, { leaf: 'green' }, cat]) {
      const { status, json } = await send('POST', '/things', sent);
      expect(status).toBe(201);
      const { id, isIndoors, createdAt, ...others } = json as JsonObject;
      expect(others).toEqual(sent);
      expect([isIndoors, createdAt !== undefined]).toEqual([
        sent === cat ? true : undefined,
        sent === dog,
      ]);
      expect((await send('GET', `/things/${Number(id)}`)).json).toEqual(json);
    }
  });

  it('is extended by bases of others', async () => {
    const send = await start(form, { unknownKeys: 'improvise' });
    const bat = { class: 'Mammal', order: 'Bat', wingspan: 30 };
    const { status, json } = await send('POST', '/animals', bat);
    expect([status, json]).toEqual([201, { ...bat, id: expect.any(Number) as unknown }]);
    for (let id = 11; id <= 20; id += 1) {
      const made = (await send('GET', `/animals/${id}`)).json as JsonObject;
      const isBat = made['class'] === 'Bat' || made['order'] === 'Bat';
      expect([id, isBat, 'wingspan' in made]).toEqual([id, true, true]);
    }
  });

  it('tells what texts of forms and XML mean by all kinds', async () => {
    const send = await start(form);
    const made = {
      name: 'Tom',
      petType: tag('cat'),
      huntingSkill: 'lazy',
      lives: 7,
      isIndoors: false,
    };
    const fields = Object.entries(made).map(([name, value]) => `${name}=${String(value)}`);
    const elements = Object.entries(made).map(
      ([name, value]) => `<${name}>${String(value)}</${name}>`,
    );
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', fields.join('&')],
      ['application/xml', `<Pet>${elements.join('')}</Pet>`],
    ] as const) {
      const { status, json } = await send('POST', '/pets', body, { 'Content-Type': type });
      const id = expect.any(Number) as unknown;
      expect([status, json]).toEqual([201, { ...made, id, friends: [] }]);
    }
  });

  it('hides what a kind never shows', async () => {
    const send = await start(form);
    const { status, json } = await send('POST', '/pets', { ...cat, chip: '985-1' });
    expect([status, json]).toEqual([201, { ...cat, id: 4, isIndoors: true }]);
    expect((await send('GET', '/pets')).json).toContainEqual({ ...cat, id: 4, isIndoors: true });
  });

  it('has fixtures of all kinds', async () => {
    const send = await start(form, {}, [
      { ...cat, id: 1 },
      { ...dog, id: 2 },
    ]);
    expect((await send('GET', '/pets')).json).toEqual([
      { ...cat, id: 1 },
      { ...dog, id: 2 },
    ]);
    const patched = await send('PATCH', '/pets/2', { packSize: 9 }, merge);
    expect(patched).toEqual({ status: 200, json: { ...dog, id: 2, packSize: 9 } });
    expect((await send('POST', '/pets', cat)).json).toMatchObject(cat);
  });

  it.each<[string, Omit<MockOptions, 'contract'>, Readonly<Record<string, string>>]>([
    ['without a state', { stateless: true }, {}],
    ['for a client that wants generated values', {}, { Prefer: 'dynamic=true' }],
  ])('shows one of its kinds %s', async (_, options, headers) => {
    const send = await start(form, options);
    for (let id = 1; id <= 8; id += 1) {
      const { status, json } = await send('GET', `/pets/${id}`, undefined, headers);
      expect([status, ofKind(json)]).toEqual([200, true]);
    }
    const { json: all } = await send('GET', '/pets', undefined, headers);
    expect((all as readonly unknown[]).every(ofKind)).toBe(true);
    expect((await send('POST', '/pets', cat, headers)).status).toBe(201);
  });
});
