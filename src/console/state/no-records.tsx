import type { ComponentChild } from 'preact';

import type { CollectionShape } from '../api/record-documents.ts';
import { copyText } from '../parts/copy.ts';
import { Empty } from '../parts/empty.tsx';
import { defaultWorld } from '../api/client.ts';
import { useConsole } from '../shell/console.ts';
import type { Question } from './question.ts';
import { writeFilters } from './question.ts';

interface NoRecordsProps {
  readonly shape: CollectionShape;
  readonly question: Question;
  onNew(this: void): void;
  onMake(this: void): void;
}

/** Says why the table is empty, and what to do next. */
export function NoRecords({ shape, question, onNew, onMake }: NoRecordsProps): ComponentChild {
  const { refine, route, api, tell, recording } = useConsole();
  if (question.search !== '' || question.filters.length > 0)
    return (
      <Empty title="No record is like that">
        <p>Search and filters leave none of {shape.name}.</p>
        <p>
          <button onClick={() => refine({ search: '', ...writeFilters([], route.query) })}>
            Show all
          </button>
        </p>
      </Empty>
    );
  if (recording) return <Empty title={`${shape.name} had no record`} />;
  const command = seedCommand(`${location.origin}${api.home}`, api.world, shape.name);
  return (
    <Empty title={`${shape.name} has no record`}>
      <p>Operations that list them answer with none. Make some up, write one, or import a file.</p>
      <p class="row">
        <button class="main" onClick={onMake}>
          Make 20
        </button>
        <button onClick={onNew}>New record</button>
      </p>
      <p class="soft">The same from a shell:</p>
      <pre class="seed-command" tabindex={0}>
        {command}
      </pre>
      <p>
        <button onClick={() => void copyText(command, 'the command', { tell })}>
          Copy the command
        </button>
      </p>
    </Empty>
  );
}

export function seedCommand(base: string, world: string, collection: string): string {
  const header = world === defaultWorld ? '' : ` -H ${quote(`X-Stuntdouble-World: ${world}`)}`;
  const body = JSON.stringify({ count: { [collection]: 20 } });
  return `curl -X POST ${quote(`${base}seed`)}${header} -H 'Content-Type: application/json' -d ${quote(body)}`;
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
