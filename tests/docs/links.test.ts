import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A page without its blocks of code. */
function proseOf(page: string): string {
  return readFileSync(join(root, page), 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');
}

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

it.each(pages)('the links of %s lead somewhere', (page) => {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?:|mailto:)/.test(target));
  const broken = targets.filter((target) => {
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? page : join(dirname(page), file);
    if (!existsSync(join(root, path))) return true;
    return anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).includes(anchor);
  });
  expect(broken).toEqual([]);
});
