// The package carries the types that its users can reach from its entries, and no others.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = 'dist';
const reached = new Set();
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const open = Object.values(exports).flatMap(({ types }) => (types ? [join(types)] : []));
for (let file = open.pop(); file !== undefined; file = open.pop()) {
  if (reached.has(file)) continue;
  reached.add(file);
  for (const [, from] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
    const next = join(dirname(file), from.replace(/\.(?:ts|js)$/, '.d.ts'));
    if (!existsSync(next)) throw new Error(`${file} imports ${from}, which is not there`);
    open.push(next);
  }
}
for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.d.ts') && !reached.has(join(root, name))) rmSync(join(root, name));
}
