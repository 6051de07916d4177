import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { atMost } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { standIn } from '../ours.ts';
import type { Load } from '../questions.ts';
import { askPageOf, assetId, changeAssets, pageId } from '../questions.ts';
import { toRates } from '../rates.ts';
import type { Candidate } from '../rounds.ts';
import { measure } from '../rounds.ts';
import type { Scene } from '../section.ts';
import { showCount } from '../table.ts';

const sizes = [100, 100_000, 1_000_000];
/** Of a big store as many records are asked for as the smallest has. */
const asked = 50;

/** Whether more records make a request slower. */
export const recordsScene: Scene = {
  name: 'records',
  about: 'GET and PATCH with 100, 100,000 and 1,000,000 records',
  async run(lab) {
    const candidates: Candidate[] = [];
    for (const size of sizes) candidates.push(...(await prepare(lab, size)));
    const rates = toRates(await measure(lab, candidates));
    const [smallest = 0, ...others] = sizes;
    const goals = others.flatMap((size) =>
      ['GET', 'PATCH'].map((method) => {
        const ratio = rates.ratio(toName(method, smallest), toName(method, size));
        return atMost(`${method} with ${showCount(size)} records beside 100`, 1.1, ratio);
      }),
    );
    return {
      title: 'Many records',
      text: `Half of them pages, half assets. ${asked} of each are asked for, spread over all, so that what
is remembered of a record counts the same for all sizes.`,
      tables: [
        rates.table([
          { name: toName('GET', smallest), title: 'GET with 100' },
          { name: toName('PATCH', smallest), title: 'PATCH with 100' },
        ]),
      ],
      goals,
    };
  },
};

async function prepare(lab: Lab, size: number): Promise<readonly Candidate[]> {
  lab.say(`  writing ${showCount(size)} records`);
  const half = size / 2;
  const folder = join(lab.folder, `fixtures-${size}`);
  const fixtures = await writeFixtures(folder, { assets: half, pages: half });
  const numbers = Array.from({ length: asked }, (_, index) => Math.floor((index * half) / asked));
  const [first, ...rest] = numbers.map((number) => askPageOf(pageId(number)));
  if (!first) return [];
  const pages: Load = [first, ...rest];
  const subject = standIn(`${size}`, fixtures);
  return [
    { name: toName('GET', size), subject, load: pages },
    { name: toName('PATCH', size), subject, load: changeAssets(numbers.map(assetId)) },
  ];
}

function toName(method: string, size: number): string {
  return `${method} with ${showCount(size)}`;
}
