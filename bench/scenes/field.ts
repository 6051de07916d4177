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
import { showMegabytes } from '../table.ts';

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
    return toSection('GET page 200', rates, [
      atLeast('GET 200 beside bare node:http', 0.8, rates.ratio(ourName, node.name)),
      atLeast(
        'GET 200, human log to a pipe, beside node:http',
        0.7,
        rates.ratio(humanName, node.name),
      ),
      atLeast('GET 200, mounted in another app', 1.3, rates.ratio(mountedName, express.name)),
      atLeast('GET 200 beside the best validating peer', 3, besideValidating(rates)),
      atMost('GET 200, p99 beside bare Express', 2, rates.p99Ratio(ourName, express.name)),
      atMost('RSS after the GETs', mostMemory, rates.memory(ourName), showMegabytes),
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
      atLeast('PATCH 204 beside bare node:http', 0.6, rates.ratio(ourName, node.name)),
      atLeast('PATCH 204, mounted in another app', 1.3, rates.ratio(mountedName, express.name)),
      atLeast('PATCH 204 beside the best validating peer', 3, besideValidating(rates)),
      atMost('PATCH 204, p99 beside bare Express', 2, rates.p99Ratio(ourName, express.name)),
      atMost('RSS after the PATCHes', mostMemory, rates.memory(ourName), showMegabytes),
    ]);
  },
};

const mostMemory = 130 * 2 ** 20;

/** Those that hold both requests and replies to the contract. */
const validating = [
  'express-openapi-validator, both ways',
  'openapi-backend + Express, both ways',
  'Prism, silent',
];

/** Undefined where none of them has a figure. */
function besideValidating(rates: Rates): number | undefined {
  const ratios = validating.flatMap((name) => rates.ratio(ourName, name) ?? []);
  return ratios.length > 0 ? Math.min(...ratios) : undefined;
}

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
        column: `${title} × ${node.title}`,
        cells: new Map(names.map((name) => [name, rates.cell(name, node.name)])),
      },
      {
        column: `× ${express.title}`,
        cells: new Map(names.map((name) => [name, rates.cell(name, express.name)])),
      },
      {
        column: 'RSS after it',
        cells: new Map(names.map((name) => [name, cellOfMemory(rates.memory(name))])),
      },
    ],
    goals,
  };
}

function cellOfMemory(bytes: number | undefined): string {
  return bytes === undefined ? '–' : showMegabytes(bytes);
}
