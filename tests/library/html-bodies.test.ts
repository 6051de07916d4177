import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';

const contract = `openapi: 3.1.0
info: {title: Pages, version: '1'}
paths:
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses: {'201': {description: Made., content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
  /pets/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: n, in: query, schema: {type: integer}}
      responses:
        '200':
          description: One.
          content: {text/html: {schema: {$ref: '#/components/schemas/Pet'}}, application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
        '400': {description: Bad., content: {text/html: {schema: {type: string}}}}
  /pets/{id}/any:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: One., content: {text/*: {schema: {$ref: '#/components/schemas/Named'}}}}}
  /objects/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: integer}}]
      responses:
        '200': {description: One.}
        '400': {description: Bad., content: {text/html: {schema: {type: object, properties: {detail: {type: string}}}}}}
  /xhtml/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: integer}}]
      responses:
        '200': {description: One.}
        '400': {description: Bad., content: {application/xhtml+xml: {schema: {type: string}}}}
  /page:
    get: {responses: {'200': {description: Page., content: {text/html: {schema: {type: string}, example: '<p onclick="a()">1 &amp; 2</p>'}}}}}
  /plain/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: integer}}]
      responses:
        '200': {description: One.}
        '400': {description: Bad., content: {text/plain: {schema: {type: string}}}}
components: {schemas: {Named: {type: object, required: [name], properties: {name: {const: '<b>'}}}, Pet: {type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}}}}}
`;

const markup = '<img src=x onerror=alert(1)>';
const inPath = encodeURIComponent(markup);

async function get(path: string, accept = '*/*'): Promise<{ type: string | null; text: string }> {
  const folder = await writeFolder({ 'openapi.yaml': contract });
  const mock = await createMock({ contract: join(folder, 'openapi.yaml') });
  onTestFinished(() => mock.close());
  const { url } = await mock.listen();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: markup });
  const made = await fetch(`${url}/pets`, { method: 'POST', headers, body });
  const { id } = Object(await made.json());
  const reply = await fetch(url + path.replace('{id}', id), { headers: { Accept: accept } });
  return { type: reply.headers.get('Content-Type'), text: await reply.text() };
}

const html = 'text/html; charset=utf-8';

it.each([
  ['a refusal', `/pets/a?n=${inPath}`, html],
  ['a refusal that is an object', `/objects/${inPath}`, html],
  ['a refusal in XHTML', `/xhtml/${inPath}`, 'application/xhtml+xml'],
  ['a record', '/pets/{id}', html],
  ['an object whose type is narrowed', '/pets/{id}/any', html],
])('markup of a client is no markup in %s sent as HTML', async (_, path, expected) => {
  const { type, text } = await get(path, 'text/html,*/*;q=0.1');
  expect(type).toBe(expected);
  expect(text.replace('<?xml version="1.0" encoding="UTF-8"?><root>', '')).not.toMatch(/<[^/]/);
});

it('an object that is sent as HTML is still the same JSON', async () => {
  expect(JSON.parse((await get('/pets/{id}')).text)).toMatchObject({ name: markup });
});

it("a contract's own example, and text that is no HTML, go out as they are", async () => {
  expect(await get('/page')).toEqual({ type: html, text: '<p onclick="a()">1 &amp; 2</p>' });
  expect((await get(`/plain/${inPath}`)).text).toContain(`"${markup}"`);
});
