import { join } from 'node:path';

import { expect, test } from 'vitest';

import { writeFolder } from '../../src/base/temporary-folder.test-kit.ts';
import { createMock } from '../../src/index.ts';

const contract = `openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamp:
    get:
      responses:
        '200':
          description: The lamp.
          content: { application/json: { schema: { type: string } } }
`;
const response = "$.paths['/lamp'].get.responses['200'].content['application/json']";

function overlay(example: string): string {
  const action = { target: response, update: { example } };
  return JSON.stringify({
    overlay: '1.0.0',
    info: { title: 'L', version: '1' },
    actions: [action],
  });
}

const files = { 'api.yaml': contract, 'one.json': overlay('on'), 'two.json': overlay('off') };

test.each<[string, readonly string[] | string, string]>([
  ['one', 'one.json', 'on'],
  ['several, of which the last one has the last word', ['one.json', 'two.json'], 'off'],
])('overlays change what is served: %s', async (_, names, expected) => {
  const folder = await writeFolder(files);
  const paths = [names].flat().map((name) => join(folder, name));
  await using mock = await createMock({
    contract: join(folder, 'api.yaml'),
    overlay: typeof names === 'string' ? join(folder, names) : paths,
  });
  const { url } = await mock.listen();

  expect(await (await fetch(`${url}/lamp`)).json()).toBe(expected);
});
