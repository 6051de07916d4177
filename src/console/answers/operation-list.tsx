import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { PlannedOperation } from '../api/documents.ts';
import { MethodPath } from '../parts/method-path.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { tellOverride } from '../parts/tell-override.ts';
import { ServerOnly } from '../parts/server-only.tsx';
import { useConsole } from '../shell/console.ts';
import { idOf, listOptions, other, usual } from './answer-options.ts';
import type { GroupRow } from './group-rows.ts';
import { readDocument, writeDocument } from './settings.ts';
import type { Overrides, Placed } from './use-overrides.ts';

interface OperationListProps {
  readonly rows: readonly GroupRow[];
  readonly list: readonly Placed[];
  readonly overrides: Overrides;
  /** The id of the opened operation. */
  readonly opened: string | undefined;
}

/** Pixels of one line; where fingers press, of a higher one. */
const heights = { wide: 34, narrow: 40 };
const narrow = '(max-width: 40rem)';

export function OperationList({
  rows,
  list,
  overrides,
  opened,
}: OperationListProps): ComponentChild {
  const isNarrow = useMedia(narrow);
  const active = rows.findIndex((row) => row.kind === 'operation' && row.operation.id === opened);
  return (
    <div class="answers-rows">
      <VirtualRows
        label="Operations, by tag"
        role="list"
        count={rows.length}
        rowHeight={isNarrow ? heights.narrow : heights.wide}
        active={active === -1 ? undefined : active}
        activeKey={active === -1 ? 'none' : opened}
        row={(index) => {
          const row = rows[index];
          if (!row) return null;
          if (row.kind === 'operation')
            return (
              <OperationLine
                key={row.operation.id}
                operation={row.operation}
                isOpen={row.operation.id === opened}
                {...{ list, overrides }}
              />
            );
          return (
            <div key={`tag ${row.tag}`} role="listitem" class="answers-tag">
              <b class="answers-cut">{row.tag}</b> <small>{row.count}</small>
            </div>
          );
        }}
      />
    </div>
  );
}

interface OperationLineProps {
  readonly operation: PlannedOperation;
  readonly list: readonly Placed[];
  readonly overrides: Overrides;
  readonly isOpen: boolean;
}

function OperationLine({ operation, list, overrides, isOpen }: OperationLineProps): ComponentChild {
  const { linkTo, route } = useConsole();
  const { id, method, path, summary } = operation;
  const others = list.filter((one) => one.operation === id && one.id !== idOf(id));
  const told = others.map((one) => `${one.id}: ${tellOverride(one)}`).join('; ');
  const search = route.query['search'] ?? '';
  return (
    <div role="listitem" class="answers-line" aria-current={isOpen ? 'true' : undefined}>
      <a
        href={linkTo(['answers', id], { search })}
        data-operation={id}
        class="answers-cut"
        title={`${method} ${path}`}
      >
        <MethodPath {...{ method, path }} />
      </a>
      <span class="answers-cut answers-summary soft" title={summary ?? id}>
        {summary ?? id}
      </span>
      <span class="answers-cut answers-others" title={told}>
        {told}
      </span>
      <ServerOnly>
        <AnswerChoice {...{ operation, list, overrides }} />
      </ServerOnly>
    </div>
  );
}

/** Switches the answer of an operation; what else its override does stays. */
function AnswerChoice({
  operation,
  list,
  overrides,
}: Omit<OperationLineProps, 'isOpen'>): ComponentChild {
  const { complain, tell } = useConsole();
  const { id } = operation;
  const options = listOptions(operation);
  const placed = findOwn(list, id);
  const settings = readDocument(placed, options);
  const choose = async (answer: string): Promise<void> => {
    const document = writeDocument(id, { ...settings, limit: '', answer }, options);
    if (document) {
      await overrides.put(idOf(id), document, placed);
      const label = options.find(({ value }) => value === answer)?.label ?? 'the usual';
      tell({ text: `${id} answers ${label}`, about: id });
    } else if (placed) await overrides.remove([placed], `${id} answers as usual`, id);
  };
  const isOther = settings.answer === other || settings.limit !== '';
  const isUsed = placed?.left === 0;
  const deciding = list.find((one) => one.operation === id && one.left !== 0);
  return (
    <select
      class={placed && !isUsed ? 'chosen' : ''}
      aria-label={`Answer of ${id}`}
      title={placed ? `${placed.id}: ${tellOverride(placed)}` : 'The usual answer'}
      value={isOther ? other : settings.answer}
      onChange={({ currentTarget }) => void choose(currentTarget.value).catch(complain)}
    >
      <option value={usual}>{tellUsual(placed && !isOther ? placed : deciding)}</option>
      {isOther && placed && (
        <option value={other} disabled>
          {tellOverride(placed)}
        </option>
      )}
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {isUsed && value === settings.answer ? `${label} (used up)` : label}
        </option>
      ))}
    </select>
  );
}

/** Also of an override that a test made, or that keeps the answer and changes the rest. */
function tellUsual(placed: Placed | undefined): string {
  if (!placed || placed.left === 0) return 'usual';
  const isOwn = placed.operation !== undefined && placed.id === idOf(placed.operation);
  return isOwn ? `usual, ${tellOverride(placed)}` : `usual; ${placed.id} ${tellOverride(placed)}`;
}

/** The override that the console made for an operation: rather that of the world than one for all. */
export function findOwn(list: readonly Placed[], operation: string): Placed | undefined {
  const found = list.filter(({ id }) => id === idOf(operation));
  return found.find(({ world }) => world !== '*') ?? found[0];
}

function useMedia(query: string): boolean {
  const [isMet, setMet] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = (): void => setMet(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, []);
  return isMet;
}
