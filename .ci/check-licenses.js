// Holds the licences of what a plain install brings to those that ask for no more than a notice.
import { readFileSync } from 'node:fs';

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
]);

const [file = 'package-lock.json'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(file, 'utf8'));
const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
const faults = installed
  .filter(([, { license }]) => !permissive.has(license))
  .map(([path, { license }]) => `${path}: the license ${license ?? '(none named)'} is not allowed`);

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) {
  process.stderr.write('Choose another package, or add the license to .ci/check-licenses.js.\n');
  process.exitCode = 1;
} else {
  process.stdout.write(`${installed.length} packages, all under permissive licenses\n`);
}
