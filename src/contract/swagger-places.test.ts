import { expect, it } from 'vitest';

import type { JsonObject } from '../json.ts';
import { toOriginal } from './swagger-places.ts';

const given: JsonObject = {
  consumes: ['application/json', 'application/xml'],
  parameters: {
    Limit: { name: 'limit', in: 'query', type: 'string', enum: ['a'] },
    Thing: { name: 'thing', in: 'body', schema: { type: 'object' } },
  },
  paths: {
    '/things': {
      parameters: [{ name: 'x', in: 'header', type: 'string' }],
      post: {
        parameters: [
          { name: 'thing', in: 'body', schema: { type: 'object' } },
          { $ref: '#/parameters/Limit' },
          { name: 'kind', in: 'query', type: 'string', enum: ['u', 'v'] },
        ],
      },
      put: { consumes: ['text/plain'], parameters: [{ $ref: '#/parameters/Thing' }] },
      patch: {
        parameters: [
          { name: 'f', in: 'formData', type: 'string', enum: ['1'] },
          { name: 'kind', in: 'query', type: 'array', items: { type: 'string' } },
          { name: 'g', in: 'formData', type: 'string', enum: ['1'] },
        ],
      },
    },
    '/all': { parameters: [{ name: 'all', in: 'body', schema: {} }], post: {} },
  },
};
const json = 'content/application~1json';

it.each([
  ['/info/title', '/info/title'],
  ['/servers/0/url', '/host'],
  ['/components/schemas/thing_2/properties/a', '/definitions/thing 2/properties/a'],
  ['/components/parameters/Limit/schema/enum/0', '/parameters/Limit/enum/0'],
  ['/components/parameters/Limit', '/parameters/Limit'],
  ['/components/requestBodies/Thing', ''],
  ['/paths/~1things/parameters/0/schema/type', '/paths/~1things/parameters/0/type'],
  ['/paths/~1things/post', '/paths/~1things/post'],
  ['/paths/~1things/post/parameters', '/paths/~1things/post/parameters'],
  ['/paths/~1things/post/parameters/0', '/paths/~1things/post/parameters/1'],
  ['/paths/~1things/post/parameters/0/schema/enum/0', '/parameters/Limit/enum/0'],
  ['/paths/~1things/post/parameters/1', '/paths/~1things/post/parameters/2'],
  ['/paths/~1things/post/parameters/1/schema/enum/1', '/paths/~1things/post/parameters/2/enum/1'],
  ['/paths/~1things/post/parameters/9', '/paths/~1things/post/parameters'],
  ['/paths/~1things/post/requestBody', '/paths/~1things/post/parameters/0'],
  [`/paths/~1things/post/requestBody/${json}`, '/consumes/0'],
  ['/paths/~1things/post/requestBody/content/a~1b', '/paths/~1things/post/parameters/0'],
  [
    `/paths/~1things/post/requestBody/${json}/schema/properties/z/enum/0`,
    '/paths/~1things/post/parameters/0/schema/properties/z/enum/0',
  ],
  ['/paths/~1things/put/requestBody', '/paths/~1things/put/parameters/0'],
  ['/paths/~1things/put/requestBody/content/text~1plain', '/paths/~1things/put/consumes/0'],
  [
    '/paths/~1things/put/requestBody/content/text~1plain/schema/type',
    '/parameters/Thing/schema/type',
  ],
  ['/paths/~1things/patch/parameters/0/schema/items', '/paths/~1things/patch/parameters/1/items'],
  ['/paths/~1things/patch/requestBody/content/x/schema', '/paths/~1things/patch/parameters/0'],
  [
    '/paths/~1things/patch/requestBody/content/x/schema/properties/g',
    '/paths/~1things/patch/parameters/2',
  ],
  [
    '/paths/~1things/patch/requestBody/content/x/schema/properties/g/enum/0',
    '/paths/~1things/patch/parameters/2/enum/0',
  ],
  ['/paths/~1all/post/requestBody', '/paths/~1all/parameters/0'],
  ['/paths/~1none/post/requestBody', '/paths/~1none/post/parameters'],
  [
    `/paths/~1things/post/responses/200/${json}/schema/type`,
    '/paths/~1things/post/responses/200/schema/type',
  ],
])('%s stood at %s', (pointer, original) => {
  expect(toOriginal(pointer, { given, names: new Map([['thing_2', 'thing 2']]) })).toBe(original);
});
