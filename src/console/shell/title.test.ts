import { expect, it } from 'vitest';

import { titleOf } from './title.ts';

it.each([
  [['traffic'], 'Traffic', 'Traffic – Town library – Stuntdouble'],
  [['traffic', '12'], 'Traffic', 'Request 12 – Traffic – Town library – Stuntdouble'],
  [['state', 'books', 'b/1'], 'State', 'books b/1 – State – Town library – Stuntdouble'],
  [['worlds', 'w'.repeat(99)], 'Worlds', `${'w'.repeat(60)} – Worlds – Town library – Stuntdouble`],
  [['nowhere'], undefined, 'Town library – Stuntdouble'],
])('a tab of %j is named after what it shows', (path, view, title) => {
  expect(titleOf({ path, query: {} }, view, 'Town library')).toBe(title);
});
