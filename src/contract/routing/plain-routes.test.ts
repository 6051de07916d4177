import fc from 'fast-check';
import { expect, it } from 'vitest';

import { compileRoutes } from './routes.ts';

const templateSegment = fc.constantFrom(
  'a',
  'b',
  '',
  '{x}',
  '{y}',
  'a{z}',
  '{p}.{q}',
  '{+r}',
  '{n=a/*}',
);
const pathSegment = fc.constantFrom('a', 'b', 'c', 'ab', 'a.b', '');

function pathOf(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment}`).join('');
}

/** Means the same, and is nothing for the quick way. */
function escapeFirst(path: string): string {
  return path.replace(/[a-c]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
}

it('finds what the long way finds', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.array(templateSegment, { minLength: 1, maxLength: 4 }).map(pathOf), {
        maxLength: 8,
      }),
      fc.array(pathSegment, { minLength: 1, maxLength: 5 }).map(pathOf),
      (templates, path) => {
        fc.pre(/[a-c]/.test(path));
        const routes = compileRoutes(templates.map((template) => [template, template]));
        const long = routes.matchAll(escapeFirst(path)).map(({ target, values }) => ({
          target,
          values: values.map(decodeURIComponent),
        }));
        expect(routes.matchAll(path)).toEqual(long);
      },
    ),
    { numRuns: 2000 },
  );
});
