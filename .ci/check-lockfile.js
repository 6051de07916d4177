// Holds the lockfile to what makes an install safe to repeat: each package comes from the registry, is known by
// its hash, and runs nothing of its own when it is installed. A plain install stays small.
import { readFileSync } from 'node:fs';

const mostProductionPackages = 95;

const [file = 'package-lock.json'] = process.argv.slice(2);
const { packages, lockfileVersion } = JSON.parse(readFileSync(file, 'utf8'));
const { '': root, ...others } = packages;
const entries = Object.entries(others);
const production = entries.filter(([, { dev }]) => !dev);
const faults = [
  ...(lockfileVersion === 3 ? [] : [`lockfileVersion is ${lockfileVersion}, not 3`]),
  ...entries.flatMap(([path, entry]) => faultsOf(path, entry)),
  ...directs(root).flatMap(([name, range]) =>
    /^[~^]?\d+\.\d+\.\d+$/.test(range) ? [] : [`${name}: ${range} is no version of the registry`],
  ),
];
if (production.length > mostProductionPackages) {
  faults.push(`a plain install has ${production.length} packages, over ${mostProductionPackages}`);
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
else {
  process.stdout.write(
    `${entries.length} packages, ${production.length} of them in a plain install\n`,
  );
}

function faultsOf(path, { integrity, resolved, link, hasInstallScript }) {
  const found = [];
  if (link) found.push('is a link into this machine');
  else if (!integrity?.startsWith('sha512-')) found.push('has no sha512 hash');
  // The registry is the reader's own: with an address, an install would ask that one.
  if (resolved !== undefined) found.push(`names the address it came from: ${resolved}`);
  if (hasInstallScript) found.push('runs a script when it is installed');
  return found.map((fault) => `${path} ${fault}`);
}

function directs({ dependencies, devDependencies, optionalDependencies }) {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
}
