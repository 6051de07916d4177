import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import '../style/state.css';
import type { CollectionShape, CollectionSummary } from '../api/record-documents.ts';
import { part } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { useConsole, useKeys, useLive } from '../shell/console.ts';
import { CollectionList } from './collection-list.tsx';
import { CollectionView } from './collection-view.tsx';
import { countText } from './edits.ts';
import type { Undo } from './undo.ts';
import { useUndo } from './undo.ts';
import type { Drafts } from './use-record.ts';

export function StateView(): ComponentChild {
  const { api, route } = useConsole();
  const undo = useUndo();
  const drafts = useDrafts();
  const {
    value: collections,
    error,
    reload,
  } = useAnswer(() => api.get<readonly CollectionSummary[]>('collections'), [api]);
  useFollow(reload, restOfCounts);
  useKeys([{ keys: 'z', label: 'Undo the last change', isServerOnly: true, run: undo.undo }], []);
  if (!collections)
    return error === undefined ? null : <Failure title="The state can't be shown" text={error} />;
  if (collections.length === 0)
    return (
      <Empty title="The contract has no collection">
        <p>
          A collection is what operations list, make and change. See <code>stuntdouble plan</code>{' '}
          for what each operation of the contract does.
        </p>
      </Empty>
    );
  // The first is better than a page that asks to choose.
  const shown = route.path[1] ?? collections[0]?.name ?? '';
  const own = drafts.get(shown) ?? new Map();
  drafts.set(shown, own);
  return (
    <div class="state">
      <CollectionList collections={collections} shown={shown} />
      <ShownCollection key={shown} name={shown} undo={undo} drafts={own} />
    </div>
  );
}

/** Of the world, by collection. They stay while the user looks at other views. */
function useDrafts(): Map<string, Drafts> {
  const { api, keep, tell } = useConsole();
  const drafts = keep(`drafts of ${api.world}`, () => new Map<string, Drafts>());
  const count = (): number => [...drafts.values()].reduce((sum, { size }) => sum + size, 0);
  useEffect(() => {
    const warn = (event: Event): void => {
      if (count() > 0) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      if (count() > 0)
        tell({ text: `Changes to ${countText(count(), 'record')} are kept, and not saved` });
    };
  }, [drafts]);
  return drafts;
}

interface ShownCollectionProps {
  readonly name: string;
  readonly undo: Undo;
  readonly drafts: Drafts;
}

function ShownCollection({ name, undo, drafts }: ShownCollectionProps): ComponentChild {
  const { api, live } = useConsole();
  const {
    value: shape,
    error,
    reload,
  } = useAnswer(() => api.get<CollectionShape>(`collections/${part(name)}`), [api, name]);
  useFollow(reload);
  useLive('contract', reload, [live]);
  if (error !== undefined && !shape)
    return <Failure title={`There is no collection “${name}”`} text={error} />;
  return shape ? <CollectionView shape={shape} undo={undo} drafts={drafts} /> : <div />;
}

/** Milliseconds: counts of hundreds of collections cost the server seconds. */
const restOfCounts = 2000;

/** Asks again when the world changes: at once, and once more after the rest where more has changed. */
function useFollow(reload: () => void, rest = 0): void {
  const { api } = useConsole();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isBehind = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const follow = (): void => {
    isBehind.current = timer.current !== undefined;
    if (isBehind.current) return;
    reload();
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isBehind.current) follow();
    }, rest);
  };
  useLive('state', (data) => (data === undefined || data.world === api.world) && follow(), [api]);
}
