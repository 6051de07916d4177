import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const many = (items: JsonObject): JsonObject => ({ type: 'array', items });

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function answer(status: string, schema?: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', ...(schema && body(schema)) } };
}

const created = (name: string): JsonObject => ({
  requestBody: body(ref(`New${name}`)),
  responses: answer('201', ref(name)),
});
const under = (...names: readonly string[]): JsonObject => ({
  parameters: names.map((name) => parameter(name, name === 'code' ? text : whole)),
});

/** Customers with another name, tasks with numbers, and views of a project's tasks. */
function open(): Promise<OpenRoad> {
  return openRoad({
    paths: {
      '/customers': {
        get: { responses: answer('200', many(ref('Customer'))) },
        post: created('Customer'),
      },
      '/customers/{id}': { ...under('id'), get: { responses: answer('200', ref('Customer')) } },
      '/customers/external/{code}': {
        ...under('code'),
        get: { responses: answer('200', ref('Customer')) },
        patch: {
          requestBody: body(object({ name: text })),
          responses: answer('200', ref('Customer')),
        },
        delete: { responses: answer('204') },
      },
      '/projects': { post: created('Project') },
      '/projects/{id}': { ...under('id'), get: { responses: answer('200', ref('Project')) } },
      '/projects/{id}/tasks': { ...under('id'), post: created('Task') },
      '/projects/{id}/tasks/by-index/{index}': {
        ...under('id', 'index'),
        get: { responses: answer('200', ref('Task')) },
      },
      '/projects/{id}/views/{view}/tasks': {
        ...under('id', 'view'),
        get: { responses: answer('200', many(ref('Task'))) },
      },
      '/tasks/{id}': { ...under('id'), get: { responses: answer('200', ref('Task')) } },
    },
    components: {
      schemas: {
        Customer: object(
          { id: whole, name: text, external_id: text, pin: { ...text, writeOnly: true } },
          ['id', 'name'],
        ),
        NewCustomer: object({ name: text, external_id: text, pin: text }, ['name']),
        Project: object(
          {
            id: whole,
            title: text,
            customer: { ...object({ id: whole, name: text }), additionalProperties: true },
          },
          ['id', 'title'],
        ),
        NewProject: object({ title: text, customer_id: whole }, ['title']),
        Task: object(
          {
            id: whole,
            index: whole,
            title: text,
            project_id: whole,
            customer_id: whole,
            customer_obj: ref('Customer'),
          },
          ['id', 'index', 'title', 'customer_obj'],
        ),
        NewTask: object({ title: text, customer_id: whole }, ['title']),
      },
    },
  });
}

async function make(road: OpenRoad, path: string, sent: JsonValue): Promise<JsonValue> {
  const { json, verdict, text: told } = await road.send('POST', path, { body: sent });
  expect(verdict, told).toBe('served');
  return json ?? null;
}

const idOf = (value: JsonValue): number => Number(textOf(valueAt(value, '/id')));

describe('a path by another name of the records', () => {
  const ann = { name: 'Ann', external_id: 'a-1' };

  it('reads, changes and deletes the same record', async () => {
    const road = await open();
    const made = await make(road, '/customers', ann);
    expect((await road.send('GET', '/customers/external/a-1')).json).toEqual(made);
    await road.send('PATCH', '/customers/external/a-1', { body: { name: 'Eve' } });
    const own = `/customers/${idOf(made)}`;
    expect((await road.send('GET', own)).json).toMatchObject({ name: 'Eve' });
    expect((await road.send('DELETE', '/customers/external/a-1')).status).toBe(204);
    expect((await road.send('GET', own)).status).toBe(404);
    expect((await road.send('GET', '/customers/external/a-1')).status).toBe(404);
  });

  it('improvises as long as nothing is known of the records', async () => {
    const road = await open();
    expect((await road.send('GET', '/customers/external/b-2')).status).toBe(200);
    await make(road, '/customers', ann);
    const refused = await road.send('GET', '/customers/external/b-2');
    expect([refused.status, refused.text]).toEqual([
      404,
      expect.stringContaining('--unknown-keys improvise'),
    ]);
  });

  it('finds a record by its number among its siblings', async () => {
    const road = await open();
    for (const title of ['P', 'Q']) {
      const project = `/projects/${idOf(await make(road, '/projects', { title }))}`;
      await make(road, `${project}/tasks`, { title: `${title}1` });
      const second = await make(road, `${project}/tasks`, { title: `${title}2` });
      expect(second).toMatchObject({ index: 2 });
      expect((await road.send('GET', `${project}/tasks/by-index/2`)).json).toEqual(second);
    }
  });
});

describe('a path whose parameter means more than the key', () => {
  const tag = object({ id: whole, name: text, slug: text, wiki: text }, ['id']);
  const openTags = (name: string, description = ''): Promise<OpenRoad> =>
    openRoad({
      paths: {
        '/tags': {
          get: { responses: answer('200', many(tag)) },
          post: {
            requestBody: body(object({ name: text, slug: text, wiki: text })),
            responses: answer('201', tag),
          },
        },
        [`/tags/{${name}}`]: {
          parameters: [{ ...parameter(name, text), description }],
          get: { responses: answer('200', tag) },
          delete: { responses: answer('204') },
        },
        [`/tags/{${name}}/posts`]: {
          parameters: [parameter(name, text)],
          get: { responses: answer('200', many(object({ id: whole, title: text }))) },
          post: {
            requestBody: body(object({ title: text })),
            responses: answer('201', object({ id: whole, title: text })),
          },
        },
      },
    });
  const blue = { name: 'Blue', slug: 'blue', wiki: 'Sky' };

  it.each([
    ['id', 'The ID or slug of the tag', 'blue'],
    ['id', 'Name or ID. Its wiki is elsewhere.', 'Blue'],
    ['id_or_slug', '', 'blue'],
    ['idOrName', '', 'Blue'],
  ])('finds a record by {%s} ("%s")', async (name, description, value) => {
    const road = await openTags(name, description);
    const made = await make(road, '/tags', blue);
    expect((await road.send('GET', `/tags/${value}`)).json).toEqual(made);
    const post = await make(road, `/tags/${value}/posts`, { title: 'T' });
    expect((await road.send('GET', `/tags/${idOf(made)}/posts`)).json).toEqual([post]);
    expect((await road.send('DELETE', `/tags/${value}`)).status).toBe(204);
    expect((await road.send('GET', `/tags/${value}`)).status).toBe(404);
  });

  it.each([
    ['id', 'The ID of the tag', 'blue'],
    ['id', 'The ID. Slug or name are not for paths.', 'blue'],
    ['id', 'ID or name', 'Sky'],
  ])('finds nothing by {%s} ("%s") and the value of another member', async (...row) => {
    const [name, description, value] = row;
    const road = await openTags(name, description);
    await make(road, '/tags', blue);
    expect((await road.send('GET', `/tags/${value}`)).status).toBe(404);
  });

  it('means none of several with the same name', async () => {
    const road = await openTags('id', 'ID or name');
    for (const slug of ['a', 'b']) await make(road, '/tags', { ...blue, slug });
    expect((await road.send('GET', '/tags/Blue')).status).toBe(404);
  });
});

describe('a view of the records below a parent', () => {
  it('shows those of the parent', async () => {
    const road = await open();
    const project = `/projects/${idOf(await make(road, '/projects', { title: 'P' }))}`;
    const task = await make(road, `${project}/tasks`, { title: 'T' });
    await make(road, `/projects/${idOf(await make(road, '/projects', { title: 'Q' }))}/tasks`, {
      title: 'U',
    });
    expect((await road.send('GET', `${project}/views/1/tasks`)).json).toEqual([task]);
  });
});

describe('a record that another embeds', () => {
  it('is shown as it is, by the key beside it or the key that was sent', async () => {
    const road = await open();
    const ann = await make(road, '/customers', { name: 'Ann' });
    const customer_id = idOf(ann);
    const project = await make(road, '/projects', { title: 'P', customer_id });
    expect(project).toMatchObject({ customer: { id: customer_id, name: 'Ann' } });
    const task = await make(road, `/projects/${idOf(project)}/tasks`, { title: 'T', customer_id });
    expect(task).toMatchObject({ customer_id, customer_obj: { id: customer_id, name: 'Ann' } });
  });

  it('keeps to itself what only requests may hold', async () => {
    const road = await open();
    const secret = { name: 'Ann', pin: '4711' };
    const ann = await make(road, '/customers', secret);
    expect(ann).not.toHaveProperty('pin');
    const project = await make(road, '/projects', { title: 'P', customer_id: idOf(ann) });
    expect(JSON.stringify(project)).not.toContain('4711');
  });

  it('is shown as it was changed since', async () => {
    const road = await open();
    const ann = await make(road, '/customers', { name: 'Ann', external_id: 'a-1' });
    const project = await make(road, '/projects', { title: 'P', customer_id: idOf(ann) });
    await road.send('PATCH', '/customers/external/a-1', { body: { name: 'Eve' } });
    const { json } = await road.send('GET', `/projects/${idOf(project)}`);
    expect(json).toMatchObject({ customer: { name: 'Eve' } });
  });
});

describe('a list below a record to which nothing is added', () => {
  const openPayments = (): Promise<OpenRoad> => {
    const payment = object({ id: whole, splits: many(object({ fund_id: whole, note: text })) }, [
      'id',
    ]);
    const fund = object({ id: whole, name: text }, ['id']);
    const made = (schema: JsonObject, sent: JsonObject): JsonObject => ({
      get: { responses: answer('200', many(schema)) },
      post: { requestBody: body(sent), responses: answer('201', schema) },
    });
    return openRoad({
      paths: {
        '/funds': made(ref('Fund'), object({ name: text })),
        '/funds/{id}': { ...under('id'), get: { responses: answer('200', ref('Fund')) } },
        '/funds/{id}/payments': {
          ...under('id'),
          get: { responses: answer('200', many(ref('Payment'))) },
        },
        '/payments': made(
          ref('Payment'),
          object({ splits: many(object({ fund_id: whole, note: text })) }),
        ),
        '/payments/{id}': { ...under('id'), get: { responses: answer('200', ref('Payment')) } },
      },
      components: { schemas: { Payment: payment, Fund: fund } },
    });
  };

  it('shows the records that speak of it, if a request made it', async () => {
    const road = await openPayments();
    const [one, other] = [
      await make(road, '/funds', { name: 'A' }),
      await make(road, '/funds', {}),
    ];
    const listOf = async (fund: JsonValue): Promise<JsonValue | undefined> =>
      (await road.send('GET', `/funds/${idOf(fund)}/payments`)).json;
    expect(await listOf(one)).toEqual([]);
    const paid = await make(road, '/payments', { splits: [{ fund_id: idOf(one), note: 'N' }] });
    expect([await listOf(one), await listOf(other)]).toEqual([[paid], []]);
    await road.send('DELETE', `/payments/${idOf(paid)}`);
  });

  it('shows made-up records below one that is made up', async () => {
    const road = await openPayments();
    expect((await road.send('GET', '/funds/1/payments')).json).not.toEqual([]);
  });
});
