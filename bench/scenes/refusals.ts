import { join } from 'node:path';

import { writeFixtures } from '../fixtures.ts';
import { atLeast } from '../goals.ts';
import { standIn } from '../ours.ts';
import type { Load } from '../questions.ts';
import {
  askPage,
  askWithoutKey,
  askWithoutScope,
  assetIds,
  changeAsset,
  changeAssets,
  toLoad,
} from '../questions.ts';
import { measureRates } from '../rates.ts';
import type { Scene } from '../section.ts';

/** Whether it costs more to refuse than to answer. */
export const refusalsScene: Scene = {
  name: 'refusals',
  about: '401, 403 and 400 of ours beside its own 200 and 204',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const subject = standIn('Stuntdouble', fixtures);
    const loads: readonly (readonly [string, Load])[] = [
      ['GET 200', [askPage]],
      ['GET 401, no key', [askWithoutKey]],
      ['GET 403, a key without the scope', [askWithoutScope]],
      ['PATCH 204', changeAssets(assetIds)],
      [
        'PATCH 400, a text for a boolean',
        toLoad(assetIds.map((id) => changeAsset(id, 'yes', 400))),
      ],
    ];
    const rates = await measureRates(
      lab,
      loads.map(([name, load]) => ({ name, subject, load })),
    );
    const bases = [
      { name: 'GET 200', title: 'GET 200' },
      { name: 'PATCH 204', title: 'PATCH 204' },
    ];
    return {
      title: 'Refusals',
      text: 'One server. A refusal is not to cost more than a success.',
      tables: [rates.table(bases)],
      goals: [
        atLeast('401 beside 200', 1, rates.ratio('GET 401, no key', 'GET 200')),
        atLeast('403 beside 200', 1, rates.ratio('GET 403, a key without the scope', 'GET 200')),
        atLeast('400 beside 204', 1, rates.ratio('PATCH 400, a text for a boolean', 'PATCH 204')),
      ],
    };
  },
};
