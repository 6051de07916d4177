import { resolve } from 'node:path';

import { expect, it } from 'vitest';

import { leadPaths } from './option-paths.ts';

it('leads every option that names files from a folder, and leaves all others', () => {
  const handlers = { listItems: () => ({ status: 204 }) };
  const url = new URL('file:///c.yaml');
  expect(
    leadPaths(
      {
        contract: ['a.yaml', 'https://example.com/b.yaml', { openapi: '3.1.0', info: {} }],
        fixtures: resolve('/', 'elsewhere'),
        behaviors: 'handlers.js',
        data: 'kept',
        allowRefs: ['shared', '..'],
        overlay: url,
        seed: 'a.yaml',
        scenario: 'empty',
        cors: true,
      },
      resolve('packages/app'),
    ),
  ).toEqual({
    contract: ['packages/app/a.yaml', 'https://example.com/b.yaml', { openapi: '3.1.0', info: {} }],
    fixtures: expect.stringMatching(/^(\.\.\/)+elsewhere$/),
    behaviors: 'packages/app/handlers.js',
    data: 'packages/app/kept',
    allowRefs: ['packages/app/shared', 'packages'],
    overlay: url,
    seed: 'a.yaml',
    scenario: 'empty',
    cors: true,
  });
  expect(leadPaths({ contract: '.', behaviors: handlers }, resolve('.'))).toEqual({
    contract: '.',
    behaviors: handlers,
  });
});
