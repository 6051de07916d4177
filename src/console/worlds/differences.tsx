import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type { ChangeList, Json, Snapshot, WorldDocument } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { saveFile } from '../parts/copy.ts';
import { formatCount } from '../parts/count.ts';
import { RecordChange } from '../parts/record-change.tsx';
import { useConsole, useLive } from '../shell/console.ts';
import { writeDocument } from './actions.ts';
import { useRest } from './use-worlds.ts';

interface DifferencesProps {
  readonly world: WorldDocument;
  readonly snapshots: readonly Snapshot[];
}

/** Records that are shown at first, and the most that the server shows. */
const [firstChanges, mostChanges] = [100, 1000];

/** What has changed in a world, record by record, since its beginning or a snapshot. */
export function Differences({ world: { name }, snapshots }: DifferencesProps): ComponentChild {
  const { api, route, linkTo } = useConsole();
  const since = route.query['compare'];
  const [limit, setLimit] = useState(firstChanges);
  const { value, error, isSlow, reload } = useAnswer(
    () => api.within(name).get<ChangeList>('changes', { since, limit }),
    [api, name, since, limit],
  );
  const follow = useRest(reload);
  useLive('state', (data) => (data === undefined || data.world === name) && follow(), [api, name]);
  useLive('snapshots', () => since !== undefined && follow(), [api, since]);
  return (
    <section aria-label="Differences" class="stack">
      <div class="row">
        <h3>Differences</h3>
        <CompareChoice {...{ name, since, snapshots }} />
        {since === undefined && (value?.count ?? 0) > 0 && <PatchButton name={name} />}
      </div>
      {error !== undefined && (
        <p class="fault" role="alert">
          {error} <a href={linkTo(['worlds', name])}>Compare with the beginning</a>
        </p>
      )}
      {value && error === undefined && <ChangesOf {...{ value, name, since }} />}
      {!value && isSlow && <p class="soft">Loading…</p>}
      {value && value.count > value.changes.length && limit < mostChanges && (
        <p>
          <button onClick={() => setLimit(mostChanges)}>
            Show {Math.min(value.count, mostChanges).toLocaleString('en')}
          </button>
        </p>
      )}
    </section>
  );
}

interface ComparedProps {
  readonly name: string;
  readonly since: string | undefined;
}

function ChangesOf({
  value: { count, changes },
  name,
  since,
}: ComparedProps & { readonly value: ChangeList }): ComponentChild {
  if (count === 0)
    return (
      <p class="soft">
        {since === undefined
          ? 'All records are as they were at the beginning.'
          : `All records are as in the snapshot “${since}”.`}
      </p>
    );
  return (
    <>
      <p class="soft">
        {formatCount(count, 'record')} {count === 1 ? 'differs' : 'differ'} from{' '}
        {since === undefined ? 'the beginning' : `the snapshot “${since}”`}
        {count > changes.length && `; the first ${changes.length.toLocaleString('en')}:`}
      </p>
      {changes.map((change) => (
        <RecordChange
          key={JSON.stringify([change.collection, change.key, change.parents])}
          {...{ change }}
          world={name}
        />
      ))}
    </>
  );
}

function CompareChoice({
  name,
  since,
  snapshots,
}: ComparedProps & Pick<DifferencesProps, 'snapshots'>): ComponentChild {
  const { go, route } = useConsole();
  const names = snapshots.map((one) => one.name);
  const all = since === undefined || names.includes(since) ? names : [...names, since];
  const show = route.query['show'];
  const choose = (value: string): void =>
    go(['worlds', name], {
      ...(show === undefined ? {} : { show }),
      ...(value === '' ? {} : { compare: value }),
    });
  return (
    <label class="row">
      since
      <select value={since ?? ''} onChange={({ currentTarget: { value } }) => choose(value)}>
        <option value="">its beginning</option>
        {all.map((one) => (
          <option key={one} value={one}>
            snapshot {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function PatchButton({ name }: { readonly name: string }): ComponentChild {
  const { api, complain } = useConsole();
  const save = (): void =>
    void api
      .within(name)
      .get<Json>('diff')
      .then(
        (patch) => saveFile(`${name}.patch.json`, 'application/json', writeDocument(patch)),
        complain,
      );
  return (
    <button class="small" onClick={save} title="RFC 6902, from the state of the beginning">
      Save as JSON Patch
    </button>
  );
}
