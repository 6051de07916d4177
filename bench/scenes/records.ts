import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { atMost } from '../goals.ts';
import type { Lab } from '../lab.ts';
import { standIn } from '../ours.ts';
import { askPageOf, assetId, changeAssets, pageId, toLoad } from '../questions.ts';
import type { KindOfCandidate } from '../rates.ts';
import { measureKinds } from '../rates.ts';
import type { Scene } from '../section.ts';

const smallest = '100';
const sizes = { [smallest]: 100, '100,000': 100_000, '1,000,000': 1_000_000 };
/** Of a big store as many records are asked for as the smallest has. */
const asked = 50;

/** Whether more records make a request slower. */
export const recordsScene: Scene = {
  name: 'records',
  about: 'GET and PATCH with 100, 100,000 and 1,000,000 records',
  async run(lab) {
    const candidates: KindOfCandidate[] = [];
    for (const [name, size] of Object.entries(sizes)) {
      candidates.push(...(await prepare(lab, name, size)));
    }
    const kinds = await measureKinds(lab, candidates);
    const ratio = (kind: string, size: keyof typeof sizes): number | undefined =>
      kinds.get(kind)?.ratio(smallest, size);
    return {
      title: 'Many records',
      text: `Half of them pages, half assets. ${asked} of each are asked for, spread over all, so that what
is remembered of a record counts the same for all sizes.`,
      tables: [...kinds.values()].map((rates) =>
        rates.table([{ name: smallest, title: smallest }]),
      ),
      goals: [
        atMost('GET with 100,000 records beside 100', 1.1, ratio('GET', '100,000')),
        atMost('PATCH with 100,000 records beside 100', 1.1, ratio('PATCH', '100,000')),
        atMost('GET with 1,000,000 records beside 100', 1.1, ratio('GET', '1,000,000')),
        atMost('PATCH with 1,000,000 records beside 100', 1.1, ratio('PATCH', '1,000,000')),
      ],
    };
  },
};

async function prepare(lab: Lab, name: string, size: number): Promise<readonly KindOfCandidate[]> {
  lab.say(`  writing ${name} records`);
  const half = size / 2;
  const folder = join(lab.folder, `fixtures-${size}`);
  const fixtures = await writeFixtures(folder, { assets: half, pages: half });
  const numbers = Array.from({ length: asked }, (_, index) => Math.floor((index * half) / asked));
  const subject = standIn(name, fixtures);
  const pages = toLoad(numbers.map((number) => askPageOf(pageId(number))));
  return [
    { kind: 'GET', name, subject, load: pages },
    { kind: 'PATCH', name, subject, load: changeAssets(numbers.map(assetId)) },
  ];
}
