import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { standIn } from '../ours.ts';
import { readAndWrite } from '../questions.ts';
import type { Rates } from '../rates.ts';
import { measureKinds } from '../rates.ts';
import type { Scene } from '../section.ts';
import { bareExpress, bareNode, fastify } from '../subjects.ts';
import type { Table } from '../table.ts';
import { showRatio } from '../table.ts';
import { ourName } from './field.ts';

/** What is kept together with others must not make the one wait who asks alone. */
export const aloneScene: Scene = {
  name: 'alone',
  about: 'one connection: how long it waits for GET 200 and PATCH 204',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const subjects = [bareNode, bareExpress, standIn(ourName, fixtures), fastify];
    const names = subjects.map(({ name }) => name);
    const kinds = await measureKinds(
      lab,
      readAndWrite.flatMap((asked) =>
        subjects.map((subject) => ({ ...asked, name: subject.name, subject, connections: 1 })),
      ),
    );
    return {
      title: 'A client that is alone',
      text: 'One connection, which asks again as soon as it is answered. Latencies as the client sees them.',
      tables: [...kinds].map(([kind, rates]) => toTable(kind, names, rates)),
    };
  },
};

function toTable(kind: string, names: readonly string[], rates: Rates): Table {
  const base = bareExpress.name;
  const limit = bareNode.name;
  const microseconds = (value: number | undefined): string =>
    value === undefined ? '–' : `${value.toFixed(0)} µs`;
  return {
    columns: [
      kind,
      'p50',
      'p50 × Express',
      'p99',
      'p99 × Express',
      'µs of CPU',
      'requests per second of CPU × node:http',
      '× Express',
    ],
    rows: names.map((name) => [
      name,
      microseconds(rates.latency(name, 'p50')),
      showRatio(rates.p50Ratio(name, base)),
      microseconds(rates.latency(name, 'p99')),
      showRatio(rates.p99Ratio(name, base)),
      rates.cost(name)?.toFixed(1) ?? '–',
      rates.cell(name, limit),
      rates.cell(name, base),
    ]),
  };
}
