import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import type { Goal } from '../goals.ts';
import { atLeast, atMost } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { mounted, standIn } from '../ours.ts';
import type { Load } from '../questions.ts';
import { askPage, assetId, assetIds, changeAsset, changeAssets } from '../questions.ts';
import type { Rates } from '../rates.ts';
import { measureRates } from '../rates.ts';
import type { Scene, Section } from '../section.ts';
import type { Subject } from '../subject.ts';
import { bareExpress, bareNode, listPeerSubjects } from '../subjects.ts';

export const ourName = 'Stuntdouble, silent';
const humanName = 'Stuntdouble, default log';
const mountedName = 'Stuntdouble, mounted in Express';
const node = { name: bareNode.name, title: 'node:http' };
const express = { name: bareExpress.name, title: 'Express' };

/** All servers side by side: a page is read. */
export const getScene: Scene = {
  name: 'get',
  about: 'GET of a page (200) beside all peers',
  async run(lab) {
    const rates = await measureField(lab, [askPage]);
    const prism = rates.ratio(ourName, 'Prism, silent');
    const validating = [
      'express-openapi-validator, both ways',
      'openapi-backend + Express, both ways',
    ]
      .map((name) => rates.ratio(ourName, name))
      .filter((ratio) => ratio !== undefined);
    return toSection('GET page 200', rates, [
      atLeast('GET 200 beside bare Express', 2, rates.ratio(ourName, express.name)),
      atLeast('GET 200 beside bare node:http', 0.7, rates.ratio(ourName, node.name)),
      atLeast('GET 200, human log to a pipe', 1.2, rates.ratio(humanName, express.name)),
      atLeast('GET 200, mounted in another app', 1.3, rates.ratio(mountedName, express.name)),
      atLeast(
        'GET 200 beside the best validating peer on Express',
        5,
        validating.length > 0 ? Math.min(...validating) : undefined,
      ),
      atLeast('GET 200 beside Prism', 12, prism),
      atMost('GET 200, p99 beside bare Express', 2, rates.p99Ratio(ourName, express.name)),
    ]);
  },
};

/** All servers side by side: an asset is changed. */
export const patchScene: Scene = {
  name: 'patch',
  about: 'PATCH of 1,000 assets in turn (204) beside all peers',
  async run(lab) {
    const rates = await measureField(lab, changeAssets(assetIds));
    return toSection('PATCH 204', rates, [
      atLeast('PATCH 204 beside bare Express', 1.6, rates.ratio(ourName, express.name)),
      atLeast('PATCH 204, mounted in another app', 1.3, rates.ratio(mountedName, express.name)),
      atMost('PATCH 204, p99 beside bare Express', 2, rates.p99Ratio(ourName, express.name)),
    ]);
  },
};

async function measureField(lab: Lab, load: Load): Promise<Rates> {
  const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
  const subjects: readonly Subject[] = [
    bareNode,
    bareExpress,
    standIn(ourName, fixtures),
    standIn(humanName, fixtures, '--log=human'),
    mounted(mountedName, fixtures),
    ...listPeerSubjects(lab),
  ];
  const candidates = subjects.map((subject) => ({
    name: subject.name,
    subject,
    load,
    checks: [askPage, changeAsset(assetId(1), true), ...(subject.refusals ?? [])],
  }));
  return measureRates(lab, candidates);
}

function toSection(title: string, rates: Rates, goals: readonly Goal[]): Section {
  const table = rates.table([express, node], express);
  const names = table.rows.map(([name = '']) => name);
  return {
    title,
    text: 'Ours holds state, durable by `flush`. The peers keep nothing, which is in their favour.',
    tables: [table],
    standings: [
      {
        column: title,
        cells: new Map(names.map((name) => [name, rates.cell(name, express.name)])),
      },
    ],
    goals,
  };
}
