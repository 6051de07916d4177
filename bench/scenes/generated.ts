import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'yaml';

import { writeFixtures } from '../fixtures.ts';
import { atLeast } from '../goals.ts';
import { standInFor } from '../ours.ts';
import { contractFile } from '../place.ts';
import type { Load } from '../questions.ts';
import { askPage, askPageOf, pageId, toLoad } from '../questions.ts';
import { measureRates } from '../rates.ts';
import type { Scene } from '../section.ts';
import { bareExpress, bareNode } from '../subjects.ts';

const same = 'one page, over and over';
const thousand = '1,000 pages in turn';
const ever = '100,000 pages in turn';

/** Bodies that are made up from their schema. */
export const generatedScene: Scene = {
  name: 'generated',
  about: 'GET of a body that is generated, without any state',
  async run(lab) {
    const fixtures = await writeFixtures(join(lab.folder, 'fixtures'));
    const contract = join(lab.folder, 'without-examples.json');
    // The contract is ours, and YAML without tricks.
    const withoutExamples = strip(parse(await readFile(contractFile, 'utf8')));
    await writeFile(contract, JSON.stringify(withoutExamples));
    const subject = standInFor(contract, 'stateless', `--fixtures=${fixtures}`, '--stateless');
    const anything: Load = [{ ...askPage, answer: undefined }];
    const rates = await measureRates(lab, [
      { name: bareNode.name, subject: bareNode, load: [askPage] },
      { name: bareExpress.name, subject: bareExpress, load: [askPage] },
      { name: same, subject, load: anything },
      { name: thousand, subject, load: askPages(1000) },
      { name: ever, subject, load: askPages(100_000) },
    ]);
    return {
      title: 'Generated bodies',
      text: '`--stateless`, with a contract that has no examples. The body depends on the path.',
      tables: [
        rates.table([
          { name: bareNode.name, title: 'node:http' },
          { name: bareExpress.name, title: 'Express' },
        ]),
      ],
      goals: [
        atLeast('generated, one page', 0.6, rates.ratio(same, bareExpress.name)),
        atLeast('generated, 100,000 pages', 0.6, rates.ratio(ever, bareExpress.name)),
      ],
    };
  },
};

function askPages(count: number): Load {
  return toLoad(Array.from({ length: count }, (_, number) => askPageOf(pageId(number))));
}

/** Without what a body could be copied from. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['example', 'examples'].includes(name))
      .map(([name, part]) => [name, strip(part)]),
  );
}
