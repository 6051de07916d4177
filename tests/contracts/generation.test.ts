import { expect } from 'vitest';

import type { Row } from './play-table.ts';
import { playTable } from './play-table.ts';

const satisfiable = [
  'strings',
  'numbers',
  'arrays',
  'objects',
  'choices',
  'recursive',
  'mutual',
  'optional',
  'boolean-schemas',
  'nothing-said',
];
const unmarked = ['x-stuntdouble-breach', 'x-stuntdouble-unvalidated'];

// Valid by the second validator: the runner sees to that.
const valid = satisfiable.map((name): Row => ({
  ask: `GET /${name}`,
  status: 200,
  lacks: unmarked,
}));
const varied = satisfiable.flatMap((name) =>
  Array.from({ length: 25 }, (_, seed): Row => {
    const headers = { Prefer: `dynamic=true, seed=${seed}` };
    return { ask: `GET /${name}`, headers, status: 200, lacks: unmarked, about: `seed ${seed}` };
  }),
);

playTable('generation.yaml', [
  ...valid,
  ...varied,
  {
    ask: 'GET /optional',
    status: 200,
    like: {
      a: expect.any(String),
      b: { c: expect.any(Number), d: expect.any(Array) },
      email: expect.stringContaining('@'),
      created_at: expect.any(String),
    },
    about: 'what is optional is there, and looks like its name',
  },
  {
    ask: 'GET /too-short',
    status: 500,
    type: 'application/problem+json',
    text: expect.stringContaining('name'),
    about: 'no text is as long and as short',
  },
  { ask: 'GET /never', status: 500, text: expect.stringContaining('/a') },
  { ask: 'GET /endless', status: 500, text: expect.stringContaining('next') },
]);
