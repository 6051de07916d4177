import '../style/coverage.css';

import type { ComponentChild } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { CoverageReport } from '../api/coverage-documents.ts';
import { copyText } from '../parts/copy.ts';
import { Empty, Failure } from '../parts/empty.tsx';
import { tellFound, useSaid } from '../parts/said.tsx';
import type { Console } from '../shell/console.ts';
import { useConsole } from '../shell/console.ts';
import { Tabs } from '../traffic/tabs.tsx';
import { useOperations } from '../traffic/use-plan.ts';
import type { Filters } from './filters.ts';
import { noFilters, readFilters } from './filters.ts';
import { countFindings, Findings } from './findings.tsx';
import { OperationPanel } from './operation-panel.tsx';
import { FilterBar, Toolbar } from './toolbar.tsx';
import { Totals } from './totals.tsx';
import { TreeRows, withoutPoint } from './tree-rows.tsx';
import type { TreeRow } from './tree.ts';
import { listRows, nextMissing } from './tree.ts';
import { useCoverage } from './use-coverage.ts';
import { useFolding, useTreeKeys } from './use-tree.ts';

/** What was tried of the contract, and what is missing, with requests for it. */
export function CoverageView(): ComponentChild {
  const { recording } = useConsole();
  const { value: report, error, status, isSlow, reload } = useCoverage();
  if (status === 404 && !recording) return <CoverageOff />;
  if (!report && error !== undefined)
    return <Failure title="The coverage can not be shown" text={error} />;
  if (!report) return isSlow ? <p class="soft cov-waiting">Counting…</p> : null;
  return <ShownReport report={report} onCleared={reload} />;
}

function CoverageOff(): ComponentChild {
  return (
    <Empty title="The server does not count coverage">
      <p>
        It was started with <code>--no-coverage</code> (<code>coverage: false</code>). Start it
        without, and it counts which parts of the contract requests try.
      </p>
    </Empty>
  );
}

interface ShownReportProps {
  readonly report: CoverageReport;
  onCleared(this: void): void;
}

function ShownReport({ report, onCleared }: ShownReportProps): ComponentChild {
  const shell = useConsole();
  const { route, refine } = shell;
  const filters = readFilters(route.query);
  const [, opened] = route.path;
  const findings = countFindings(report);
  const tabs = ['Contract', findings === 0 ? 'Findings' : `Findings (${findings})`] as const;
  const isFindings = route.query['show'] === 'findings';
  const close = (): void => {
    if (opened !== undefined) shell.go(['coverage'], withoutPoint(route.query));
  };
  return (
    <div class={opened === undefined ? 'coverage' : 'coverage split'}>
      <section class="cov-side" aria-label="Coverage">
        <Totals totals={report.totals} filters={filters} />
        <div class="cov-bar-line">
          <FilterBar filters={filters} />
          <Toolbar report={report} onCleared={onCleared} />
        </div>
        <div class="cov-tabs">
          <Tabs
            label="What is shown"
            names={tabs}
            chosen={isFindings ? tabs[1] : tabs[0]}
            onChoose={(name) => refine({ show: name === tabs[0] ? '' : 'findings' })}
          >
            {isFindings ? (
              <Findings report={report} />
            ) : (
              <Tree report={report} filters={filters} onClose={close} />
            )}
          </Tabs>
        </div>
      </section>
      {opened !== undefined && (
        <OperationPanel
          id={opened}
          operation={report.operations.find(({ id }) => id === opened)}
          opened={route.query['point'] === '' ? undefined : route.query['point']}
          onNext={() => openMissing(shell, report)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface TreeProps {
  readonly report: CoverageReport;
  readonly filters: Filters;
  onClose(this: void): void;
}

function Tree({ report, filters, onClose }: TreeProps): ComponentChild {
  const shell = useConsole();
  const { route } = shell;
  const operation = route.path[1];
  const point = route.query['point'];
  const tags = useTags();
  const tagOf = tags ?? noTag;
  const foldings = useFolding();
  const { folding } = foldings;
  const { isMissing, kind, search } = filters;
  const rows = useMemo(
    () => listRows(report.operations, { tagOf, filters, folding, opened: operation }),
    [report, tagOf, isMissing, kind, search, folding, operation],
  );
  useSaid(tellFound(rows), JSON.stringify(filters));
  const focus = useTreeKeys(rows, foldings, {
    opened: lineOf(operation, point),
    open: (row) => openRow(shell, row),
    close: onClose,
    next: () => openMissing(shell, report),
  });
  useFocusBack(operation, tags !== undefined);
  if (report.operations.length === 0)
    return <Empty title="The contract has no operation">Nothing can be tried of it.</Empty>;
  // Lines that move to their tags would take what is opened out of sight.
  if (!tags) return null;
  if (rows.length === 0) return <NothingFound filters={filters} />;
  const isUntried = report.operations.every((one) => one.requests + one.forced === 0);
  return (
    <>
      {isUntried && operation === undefined && <FirstStep />}
      <TreeRows rows={rows} focus={focus} opened={{ operation, point }} />
    </>
  );
}

type FindTag = (operation: string) => string | undefined;

const noTag: FindTag = () => undefined;

/** Finds the tag of an operation; undefined: they are not known yet. */
function useTags(): FindTag | undefined {
  const operations = useOperations();
  return useMemo(() => {
    const tags = new Map(operations.map(({ id, tag }) => [id, tag ?? undefined]));
    return operations.length === 0 ? undefined : (id) => tags.get(id);
  }, [operations]);
}

function openRow({ go, route }: Console, row: TreeRow): void {
  if (row.kind === 'operation') go(['coverage', row.operation.id], withoutPoint(route.query));
  if (row.kind === 'point')
    go(['coverage', row.operation.id], { ...route.query, point: row.point.id });
}

function lineOf(operation: string | undefined, point: string | undefined): string | undefined {
  if (point !== undefined) return `point ${point}`;
  return operation === undefined ? undefined : `operation ${operation}`;
}

function openMissing({ go, route, tell }: Console, { operations }: CoverageReport): void {
  const next = nextMissing(operations, { operation: route.path[1], point: route.query['point'] });
  if (next) go(['coverage', next.operation], { ...route.query, point: next.id });
  else tell({ text: 'Nothing is missing: requests have tried all of the contract' });
}

/** The tree has the focus where nothing else has it, and again when an operation is closed. */
function useFocusBack(opened: string | undefined, isReady: boolean): void {
  const before = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isReady) return;
    const isFree = document.activeElement === document.body;
    const isClosed = before.current !== undefined && opened === undefined;
    before.current = opened;
    if (isFree || isClosed)
      document.querySelector<HTMLElement>('.cov-tree')?.focus({ preventScroll: true });
  }, [opened, isReady]);
}

function FirstStep(): ComponentChild {
  const shell = useConsole();
  const command = `npx stuntdouble report --url ${location.origin}`;
  return (
    <div class="cov-first">
      <p>
        No request has tried anything yet. Run your tests against <b>{location.origin}</b>, or
        choose a part below to get a request for it. The same report in a terminal:
      </p>
      <div class="command">
        <pre tabindex={0} role="group" aria-label="A command to try">
          {command}
        </pre>
        <button onClick={() => void copyText(command, 'the command', shell)}>Copy</button>
      </div>
    </div>
  );
}

function NothingFound({ filters }: { readonly filters: Filters }): ComponentChild {
  const { refine } = useConsole();
  const isDone = filters.isMissing && filters.search === '';
  return (
    <Empty title={isDone ? 'Nothing is missing here' : 'Nothing passes the filters'}>
      {isDone && <p>Requests have tried all that the contract declares of this.</p>}
      <p class="row">
        <button class="main" onClick={() => refine(noFilters)}>
          Clear filters
        </button>
      </p>
    </Empty>
  );
}
