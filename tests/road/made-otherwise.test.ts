import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../src/base/json.ts';
import { textOf, valueAt } from '../../src/base/json.ts';
import type { Answer, OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

function answer(status: string, schema: JsonObject): JsonObject {
  return { [status]: { description: 'Fine.', ...body(schema) } };
}

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Projects with tasks, which can also be found without their project. */
function open(member: string, taskPaths: JsonObject = {}): Promise<OpenRoad> {
  const task = ref('Task');
  return openRoad({
    paths: {
      '/projects': {
        get: { responses: answer('200', { type: 'array', items: ref('Project') }) },
        put: { requestBody: body(ref('Project')), responses: answer('201', ref('Project')) },
      },
      '/projects/{projectId}': {
        parameters: [parameter('projectId', whole)],
        get: { responses: answer('200', ref('Project')) },
      },
      '/projects/{projectId}/tasks': {
        parameters: [parameter('projectId', whole)],
        get: { responses: answer('200', { type: 'array', items: task }) },
        put: { requestBody: body(task), responses: answer('201', task) },
      },
      '/tasks': {
        post: { requestBody: body(task), responses: answer('201', task) },
        ...taskPaths,
      },
      '/tasks/{id}': {
        parameters: [parameter('id', whole)],
        get: { responses: answer('200', task) },
        patch: { requestBody: body(task), responses: answer('200', task) },
      },
    },
    components: {
      schemas: {
        Project: object({ id: whole, title: text }, ['title']),
        Task: object({ id: whole, title: text, [member]: whole }, ['title']),
      },
    },
  });
}

function idOf({ json }: Answer): string {
  return textOf(valueAt(json ?? null, '/id'));
}

async function makeProject(road: OpenRoad): Promise<number> {
  const made = await road.send('PUT', '/projects', { body: { title: 'P' } });
  expect(made.status).toBe(201);
  return Number(idOf(made));
}

describe.each(['projectId', 'project_id', 'ProjectID', 'project'])(
  'records that name their parent as %s',
  (member) => {
    it('are made by a PUT to all of them, and show the parent of the path', async () => {
      const road = await open(member);
      const project = await makeProject(road);
      const sent = { body: { title: 'T' } };
      const made = await road.send('PUT', `/projects/${project}/tasks`, sent);
      expect([made.status, made.json]).toEqual([
        201,
        { id: expect.any(Number) as unknown, title: 'T', [member]: project },
      ]);
      expect((await road.send('GET', `/tasks/${idOf(made)}`)).json).toEqual(made.json);
      expect((await road.send('GET', `/projects/${project}/tasks`)).json).toEqual([made.json]);
    });

    it('are found below the parent that only the body names', async () => {
      const road = await open(member);
      const project = await makeProject(road);
      const sent = { body: { title: 'T', [member]: project } };
      const made = await road.send('POST', '/tasks', sent);
      expect(made.status).toBe(201);
      expect((await road.send('GET', `/projects/${project}/tasks`)).json).toEqual([made.json]);
    });

    it('move to another parent where the path leaves it out', async () => {
      const road = await open(member);
      const [one, other] = [await makeProject(road), await makeProject(road)];
      const made = await road.send('PUT', `/projects/${one}/tasks`, { body: { title: 'T' } });
      const sent = { body: { title: 'T', [member]: other } };
      const moved = await road.send('PATCH', `/tasks/${idOf(made)}`, sent);
      expect(moved.status).toBe(200);
      expect((await road.send('GET', `/projects/${one}/tasks`)).json).toEqual([]);
      expect((await road.send('GET', `/projects/${other}/tasks`)).json).toEqual([moved.json]);
    });

    it('move to no parent that is missing', async () => {
      const road = await open(member);
      const project = await makeProject(road);
      const made = await road.send('PUT', `/projects/${project}/tasks`, { body: { title: 'T' } });
      const sent = { body: { title: 'T', [member]: 99_999 } };
      expect((await road.send('PATCH', `/tasks/${idOf(made)}`, sent)).status).toBe(400);
    });
  },
);

describe('a PUT to all records whose body has the key', () => {
  const put = {
    put: { requestBody: body(ref('Task')), responses: answer('200', ref('Task')) },
  };

  it('changes the record that the body means, or makes it', async () => {
    const road = await open('project_id', put);
    const made = await road.send('POST', '/tasks', { body: { title: 'T' } });
    const id = Number(idOf(made));
    const changed = await road.send('PUT', '/tasks', { body: { id, title: 'U' } });
    expect([changed.status, changed.json]).toEqual([200, { id, title: 'U' }]);
    expect((await road.send('GET', `/tasks/${id}`)).json).toEqual(changed.json);
    const other = await road.send('PUT', '/tasks', { body: { id: 777, title: 'V' } });
    expect(other.status).toBe(200);
    expect((await road.send('GET', '/tasks/777')).json).toMatchObject({ id: 777, title: 'V' });
  });

  it('is refused where it means none', async () => {
    const road = await open('project_id', put);
    const refused = await road.send('PUT', '/tasks', { body: { title: 'U' } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('body /id: must say which record is meant');
  });
});

describe('a key that is a slug', () => {
  it('is made of the title', async () => {
    const page = ref('Page');
    const road = await openRoad({
      paths: {
        '/pages': {
          post: { requestBody: body(ref('NewPage')), responses: answer('201', page) },
        },
        '/pages/{slug}': {
          parameters: [parameter('slug')],
          get: { responses: answer('200', page) },
        },
      },
      components: {
        schemas: {
          Page: object({ slug: text, title: text }, ['slug', 'title']),
          NewPage: object({ title: text }, ['title']),
        },
      },
    });
    const sent = { body: { title: 'Über: Kites & Dusk!' } };
    const slugs = [];
    for (let count = 0; count < 2; count += 1) {
      const { json } = await road.send('POST', '/pages', sent);
      slugs.push(valueAt(json ?? null, '/slug'));
    }
    expect(slugs).toEqual(['uber-kites-dusk', 'uber-kites-dusk-2']);
  });
});

describe('a path that only tries something', () => {
  it('makes no record', async () => {
    const invoice = ref('Invoice');
    const making = { requestBody: body(invoice), responses: answer('200', invoice) };
    const road = await openRoad({
      paths: {
        '/invoices': {
          get: { responses: answer('200', { type: 'array', items: invoice }) },
          post: making,
        },
        '/invoices/preview': { post: making },
        '/invoices/{id}': {
          parameters: [parameter('id', whole)],
          get: { responses: answer('200', invoice) },
        },
      },
      components: { schemas: { Invoice: object({ id: whole, total: whole }) } },
    });
    const before = (await road.send('GET', '/invoices')).json;
    await road.send('POST', '/invoices/preview', { body: { total: 1 } });
    expect((await road.send('GET', '/invoices')).json).toEqual(before);
  });
});

describe('a PUT whose body is a list of records', () => {
  const step = { type: 'object', properties: { name: text, minutes: { type: 'integer' } } };
  const Step = { ...step, required: ['name'] };
  const steps = { type: 'array', items: { $ref: '#/components/schemas/Step' } };
  const told = (schema?: JsonObject): JsonObject => ({
    responses: {
      '200': { description: '', ...(schema && { content: { 'application/json': { schema } } }) },
    },
  });

  it.each<[string, JsonObject, JsonObject | undefined]>([
    ['the list', steps, steps],
    ['an object with it', { type: 'object', required: ['steps'], properties: { steps } }, steps],
    ['nothing', steps, undefined],
  ])('leaves only these, where the answer is %s', async (_, listed, reply) => {
    const id = { name: 'id', in: 'path', required: true, schema: text };
    const Plan = {
      type: 'object',
      properties: {
        id: { ...text, readOnly: true },
        title: text,
        steps: { ...steps, readOnly: true },
      },
      required: ['id', 'steps'],
    };
    const plan = { $ref: '#/components/schemas/Plan' };
    const road = await openRoad({
      components: { schemas: { Step, Plan } },
      paths: {
        '/plans': {
          get: told({ type: 'array', items: plan }),
          post: { requestBody: body(plan), ...told(plan) },
        },
        '/plans/{id}': { parameters: [id], get: told(plan) },
        '/plans/{id}/steps': {
          parameters: [id],
          get: told(listed),
          put: { requestBody: body(steps), ...told(reply && listed) },
        },
      },
    });
    const all = async (path: string): Promise<unknown> => {
      const { json } = await road.send('GET', `${path}/steps`);
      return Array.isArray(json) ? json : Object(json).steps;
    };
    const second = [{ name: 'bake', minutes: 35 }, { name: 'cool' }];
    await road.send('PUT', '/plans/other/steps', { body: second });
    expect(await all('/plans/other')).toEqual(second);
    const { json } = await road.send('POST', '/plans', { body: { title: 'A' } });
    const path = `/plans/${String(Object(json).id)}`;
    expect(await all(path)).toEqual([]);
    const first = [
      { name: 'mix', minutes: 3 },
      { name: 'bake', minutes: 40 },
    ];
    expect((await road.send('PUT', `${path}/steps`, { body: first })).status).toBe(200);
    expect(await all(path)).toEqual(first);
    await road.send('PUT', `${path}/steps`, { body: second });
    expect(await all(path)).toEqual(second);
    expect((await road.send('GET', path)).json).toMatchObject({ steps: second });
    await road.send('PUT', `${path}/steps`, { body: [] });
    expect(await all(path)).toEqual([]);
  });
});
