import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { planText } from '../../src/command/plan.ts';
import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import { describePlan } from '../../src/server/plan-document.ts';
import { createFolder, removeFolder, writeFiles } from '../cli/temporary-folder.ts';
import { openRoad } from '../road/open-road.ts';

const page = await readFile(
  join(import.meta.dirname, '..', '..', 'docs', 'transitions.md'),
  'utf8',
);

function blockOf(head: string): string {
  const start = page.indexOf(`\`\`\`${head}\n`);
  expect(start, `the page has a block "${head}"`).not.toBe(-1);
  const body = start + head.length + 4;
  return page.slice(body, page.indexOf('\n```', body) + 1);
}

test('the page about transitions shows the plan of its contract', async () => {
  const folder = await createFolder();
  try {
    await writeFiles(folder, { 'invoices.yaml': blockOf('yaml invoices.yaml') });
    const blueprint = await loadBlueprint(
      resolvePlaces([join(folder, 'invoices.yaml')], undefined),
      { isLenient: false, isComplete: true, allowRemoteRefs: false, allowRefs: [], overlays: [] },
    );
    const printed = planText(describePlan(blueprint, []), undefined, (_, text) => text);
    expect(printed).toContain(`\n\n${blockOf('text stuntdouble plan invoices.yaml')}`);
  } finally {
    await removeFolder(folder);
  }
});

test('the page about transitions shows what its requests are answered', async () => {
  const { paths, components } = parse(blockOf('yaml invoices.yaml'));
  const road = await openRoad({ paths, components });
  let key = '';
  const lines = blockOf('text requests').trim().split('\n');
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    const [method = '', path = '', ...expected] = line.split(/ +/);
    const sent = path === '/invoices' ? { body: {} } : {};
    const { status, json } = await road.send(method, path.replace('{id}', key), sent);
    key ||= String(Object(json).id);
    expect(`${line}: ${[status, Object(json).status ?? []].flat().join(' ')}`).toBe(
      `${line}: ${expected.join(' ')}`,
    );
  }
});
