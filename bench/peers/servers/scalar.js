// As its documentation shows it: the mock server on Hono's server for Node.
import { readFile } from 'node:fs/promises';

import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const app = await createMockServer({ document: await readFile(process.argv[3], 'utf8') });
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });
