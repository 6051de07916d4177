import type { ComponentChild } from 'preact';

import type { JsonObject } from '../api/documents.ts';
import type { CollectionShape, RecordRow } from '../api/record-documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';
import { References } from './cell.tsx';
import { writeFilters } from './question.ts';
import { parentPlace, listRecords, routeOf } from './records.ts';
import { memberOf } from '../parts/member-of.ts';

interface RecordLinksProps {
  readonly shape: CollectionShape;
  readonly row: RecordRow;
}

/** What the record refers to, and what refers to it. */
export function RecordLinks({ shape, row }: RecordLinksProps): ComponentChild {
  const { linkTo } = useConsole();
  const referring = useReferring(shape, row);
  const parents = shape.parents.filter(
    ({ parameter, collection }) =>
      collection !== null && memberOf(row.parents, parameter) !== undefined,
  );
  const references = shape.references.filter(
    ({ member }) => hasKey(row.record, member) && memberOf(row.parents, member) === undefined,
  );
  if (parents.length + references.length + referring.length === 0) return null;
  return (
    <dl class="links">
      {parents.map(({ parameter, collection }) => (
        <div key={parameter}>
          <dt>{parameter}</dt>
          <dd>
            <a href={linkTo(...routeOf(collection ?? '', parentPlace(shape, row, parameter)))}>
              {collection} {memberOf(row.parents, parameter)}
            </a>
          </dd>
        </div>
      ))}
      {references.map(({ member, collection }) => (
        <div key={member}>
          <dt>{member}</dt>
          <dd>
            <span class="soft">{collection} </span>
            <References value={memberOf(row.record, member) ?? null} collection={collection} />
          </dd>
        </div>
      ))}
      {referring.length > 0 && (
        <div>
          <dt>Referred to by</dt>
          <dd>
            {referring.map(({ collection, member, count }) => (
              <a
                key={`${collection} ${member}`}
                href={linkTo(
                  ['state', collection],
                  writeFilters([{ member, operator: 'is', value: row.key }]),
                )}
                title={`${member} is ${row.key}`}
              >
                {count.toLocaleString('en')} {collection}
              </a>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

function hasKey(record: JsonObject, member: string): boolean {
  const value = memberOf(record, member);
  return value !== undefined && value !== null && (!Array.isArray(value) || value.length > 0);
}

interface Referring {
  readonly collection: string;
  readonly member: string;
  readonly count: number;
}

function useReferring(shape: CollectionShape, { key }: RecordRow): readonly Referring[] {
  const { api } = useConsole();
  const answer = useAnswer(
    () =>
      Promise.all(
        shape.referred_by.map(async ({ collection, member, parameter }) => {
          const name = member ?? parameter ?? '';
          const query = { limit: 1, filter: [`${name}:is:${key}`] };
          const { count } = await listRecords(api, collection, query);
          return { collection, member: name, count };
        }),
      ),
    [api, shape, key],
  );
  useLive('state', (data) => (data === undefined || data.world === api.world) && answer.reload(), [
    api,
    key,
  ]);
  return answer.value ?? [];
}
