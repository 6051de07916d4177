import { describe, expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../src/base/json.ts';
import { isJsonObject, textOf } from '../../src/base/json.ts';
import type { OpenRoad } from './open-road.ts';
import { openRoad } from './open-road.ts';
import { body, parameter } from './shop.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: JsonObject, status = '200'): JsonObject => ({
  responses: { [status]: { description: 'Fine.', ...body(schema) } },
});
const list = (name: string): JsonObject => answer({ type: 'array', items: ref(name) });

/** Jobs are listed below their project, and read without it. */
function open(): Promise<OpenRoad> {
  const sent = { requestBody: body(object({ title: text })) };
  return openRoad({
    runtime: { records: undefined },
    paths: {
      '/projects': { get: list('Project') },
      '/projects/{project_id}': {
        parameters: [parameter('project_id', whole)],
        get: answer(ref('Project')),
      },
      '/projects/{project_id}/jobs': {
        parameters: [parameter('project_id', whole)],
        get: list('Job'),
        post: { ...sent, ...answer(ref('Job'), '201') },
      },
      '/jobs/{id}': {
        parameters: [parameter('id', whole)],
        get: answer(ref('Job')),
        patch: { ...sent, ...answer(ref('Job')) },
      },
    },
    components: {
      schemas: {
        Project: object({ id: whole, name: text }),
        Job: object({ id: whole, project_id: whole, title: text }),
      },
    },
  });
}

async function listed(road: OpenRoad, path: string): Promise<readonly JsonObject[]> {
  const { json } = await road.send('GET', path);
  return Array.isArray(json) ? json.filter((one: JsonValue) => isJsonObject(one)) : [];
}

const keyOf = (record: JsonObject | undefined): string => textOf(record?.['id']);

describe('made-up records below every listed parent', () => {
  it('are read as the list shows them, before and after one is made', async () => {
    const road = await open();
    const projects = await listed(road, '/projects');
    expect(projects.length).toBeGreaterThan(9);
    const last = `/projects/${keyOf(projects.at(-1))}/jobs`;
    const [job] = await listed(road, last);
    expect((await road.send('GET', `/jobs/${keyOf(job)}`)).json).toEqual(job);
    await road.send('POST', `/projects/${keyOf(projects[0])}/jobs`, { body: { title: 'New' } });
    expect((await road.send('GET', `/jobs/${keyOf(job)}`)).json).toEqual(job);
  });

  it('keep their keys from new records, also beside one that was changed', async () => {
    const road = await open();
    const [, , , project] = await listed(road, '/projects');
    const path = `/projects/${keyOf(project)}/jobs`;
    const before = await listed(road, path);
    await road.send('PATCH', `/jobs/${keyOf(before[2])}`, { body: { title: 'Changed' } });
    await road.send('POST', path, { body: { title: 'New' } });
    const after = await listed(road, path);
    expect(after).toHaveLength(before.length + 1);
    expect(after.map(keyOf)).toEqual(expect.arrayContaining(before.map(keyOf)));
  });
});
