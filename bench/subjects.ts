import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { Lab } from './lab.ts';
import { findHindrance, peerFile } from './peers.ts';
import { contractFile } from './place.ts';
import { askWithoutKey, assetId, changeAsset, page } from './questions.ts';
import type { Subject } from './subject.ts';

/** What all is measured against. */
export const bareNode: Subject = server('bare node:http, canned body (the limit)', 'node-http.js');
export const bareExpress: Subject = server(
  'bare Express route (no validation, no state)',
  'express.js',
);

export const expressWithLibraries: Subject = server(
  'bare Express with ajv, js-yaml and lowdb loaded',
  'express-with-libraries.js',
);

const noKey = askWithoutKey;
const notBoolean = changeAsset(assetId(0), 'yes', 400);

export const fastify: Subject = peer('Fastify with schemas', 'fastify', 'fastify.js', [
  { ...noKey, status: 400 },
  notBoolean,
]);

/** All peers, each with the contract that it is given. */
export function listPeerSubjects(lab: Lab, contract: string = contractFile): readonly Subject[] {
  return [fastify, ...listContractPeers(lab, contract)];
}

/** Those that read a contract. */
export function listContractPeers(lab: Lab, contract: string): readonly Subject[] {
  return [
    peer(
      'express-openapi-validator, both ways',
      'express-openapi-validator',
      'express-openapi-validator.js',
      [noKey, notBoolean],
      contract,
    ),
    peer(
      'openapi-backend + Express, both ways',
      'openapi-backend',
      'openapi-backend.js',
      [noKey, notBoolean],
      contract,
    ),
    peer(
      'Scalar mock-server',
      '@scalar/mock-server',
      'scalar.js',
      [noKey, { ...notBoolean, status: 422 }],
      contract,
    ),
    prism('Prism, silent', contract, '--verboseLevel=silent'),
    prism('Prism, default log', contract),
    mockoon(lab, contract),
  ];
}

function server(name: string, file: string, ...rest: readonly string[]): Subject {
  return { name, command: ({ port }) => [peerFile('servers', file), `${port}`, ...rest] };
}

function peer(
  name: string,
  pack: string,
  file: string,
  refusals: NonNullable<Subject['refusals']>,
  ...rest: readonly string[]
): Subject {
  return {
    ...server(name, file, ...rest),
    refusals,
    findHindrance: ({ node }) => findHindrance(pack, node.version),
  };
}

function prism(name: string, contract: string, ...flags: readonly string[]): Subject {
  return {
    name,
    refusals: [noKey, notBoolean],
    findHindrance: ({ node }) => findHindrance('@stoplight/prism-cli', node.version),
    command: ({ port }) => [
      peerFile('node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js'),
      'mock',
      contract,
      `--port=${port}`,
      '--host=127.0.0.1',
      '--multiprocess=false',
      ...flags,
    ],
  };
}

/**
 * It validates nothing. Left to itself it makes up each body from its schema, and a wrong one; its
 * own kind of file says that the example is to be sent.
 */
function mockoon(lab: Lab, contract: string): Subject {
  let file: Promise<string> | undefined;
  return {
    name: 'Mockoon (no validation)',
    findHindrance: ({ node }) => findHindrance('@mockoon/cli', node.version),
    async command({ port }) {
      file ??= contract === contractFile ? writeEnvironment(lab) : Promise.resolve(contract);
      return [
        mockoonFile,
        'start',
        `--data=${await file}`,
        `--port=${port}`,
        '--hostname=127.0.0.1',
        '--disable-log-to-file',
        '--disable-admin-api',
      ];
    },
  };
}

const mockoonFile = peerFile('node_modules', '@mockoon', 'cli', 'bin', 'run.js');

interface Environment {
  readonly routes: {
    readonly responses: { statusCode: number; body: string; default: boolean }[];
  }[];
}

async function writeEnvironment(lab: Lab): Promise<string> {
  const file = join(lab.folder, 'mockoon.json');
  execFileSync(
    lab.node.file,
    [mockoonFile, 'import', `--input=${contractFile}`, `--output=${file}`],
    { stdio: 'ignore' },
  );
  // Its own command has just written it.
  const environment = JSON.parse(await readFile(file, 'utf8')) as Environment;
  for (const { responses } of environment.routes) {
    const example = responses.find(({ body }) => isPage(body));
    for (const response of example ? responses : []) response.default = response === example;
  }
  await writeFile(file, JSON.stringify(environment));
  return file;
}

function isPage(body: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(body), page);
  } catch {
    return false;
  }
}
