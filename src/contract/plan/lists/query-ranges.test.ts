import { describe, expect, it } from 'vitest';

import type { JsonObject } from '../../../base/json.ts';
import { flag, planOf, query, text } from './list-plan.test-kit.ts';

const day = { type: 'string', format: 'date-time' };
const texts = { type: 'array', items: text };

describe('a comparison in the name of a parameter', () => {
  it.each<[string, JsonObject, readonly [string, string]]>([
    ['createdAt__date__gte', day, ['createdAt', 'gte']],
    ['updated__date__lt', day, ['updated_at', 'lt']],
    ['sunk_at__isnull', flag, ['sunk_at', 'absent']],
    ['sunk_at_is_null', flag, ['sunk_at', 'absent']],
    ['labels__all', texts, ['labels', 'all']],
    ['labels__none', texts, ['labels', 'not']],
    ['excludeLabels[]', texts, ['labels', 'not']],
    ['exclude_state', text, ['state', 'not']],
    ['without_labels', texts, ['labels', 'not']],
  ])('%s', async (name, schema, [member, compare]) => {
    const { queries } = await planOf({ parameters: [query(name, schema)] });
    expect(Object.fromEntries(queries)).toEqual({
      [name]: { kind: 'filter', steps: [member], compare },
    });
  });

  it.each(['exclude_all', 'without_paging', 'not_found', 'none', 'exclude_labels'])(
    'is none where no member has the rest of the name, or there is no value: %s',
    async (name) => {
      const { queries } = await planOf({ parameters: [query(name, flag)] });
      expect([...queries]).toEqual([]);
    },
  );

  it('may say in words that it is of times', async () => {
    const told = 'The date, in ISO-8601 format, from which you want them.';
    const parameters = [query('startDate', text, told), query('endTime', text, 'A mood.')];
    const { queries } = await planOf({ parameters });
    const created = { kind: 'filter', steps: ['createdAt'], compare: 'gte' };
    expect(Object.fromEntries(queries)).toEqual({ startDate: created });
  });

  it('means the member of the name before one that means the same', async () => {
    const members = { id: text, created: day, added: day };
    const parameters = [query('added__gt', day), query('added_after', day)];
    const { queries } = await planOf({ members, parameters });
    const found = [...queries.values()].map((meaning) => ('steps' in meaning ? meaning.steps : []));
    expect(found).toEqual([['added'], ['added']]);
  });
});
