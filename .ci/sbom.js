// Prints what a plain install brings as a CycloneDX document, made from the lockfile alone: the same
// lockfile always gives the same document. (`npm sbom --omit=dev` leaves out packages that tools use, too.)
import { readFileSync } from 'node:fs';

const [file = 'package-lock.json'] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(file, 'utf8'));
const { '': root, ...others } = packages;
const installed = Object.entries(others).filter(([, { dev }]) => !dev);
const components = installed.map(([path, { version, license, integrity }]) => ({
  type: 'library',
  'bom-ref': path,
  name: nameOf(path),
  version,
  purl: purlOf(nameOf(path), version),
  licenses: [{ license: { id: license } }],
  hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }],
}));
const dependencies = [['', root], ...installed].map(([path, { dependencies: own = {} }]) => ({
  ref: path || root.name,
  dependsOn: Object.keys(own).map((name) => find(path, name)),
}));
const metadata = {
  component: {
    type: 'application',
    'bom-ref': root.name,
    name: root.name,
    version: root.version,
    purl: purlOf(root.name, root.version),
    licenses: [{ license: { id: root.license } }],
  },
};
const document = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata };
process.stdout.write(
  `${JSON.stringify({ ...document, components, dependencies }, undefined, 2)}\n`,
);

function nameOf(path) {
  return path.replace(/^.*node_modules\//, '');
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hexOf(integrity) {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}

/** Where Node finds a package: in the nearest folder that has it. */
function find(from, name) {
  for (let place = from; ; place = place.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (place === '') throw new Error(`${from} asks for ${name}, which the lockfile does not have`);
  }
}
