import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Document } from 'yaml';
import { parseDocument } from 'yaml';

import type { JsonObject } from './json.ts';
import { contractFile } from './rules.ts';

/** A contract and fixtures that start well, and make one operation break its own promise. */
export interface Broken {
  readonly contract: string;
  readonly fixtures: string;
  remove(): Promise<void>;
}

/** Pages are fixtures as they should be, and replies that they must not be. */
export function breakPageReply(): Promise<Broken> {
  return derive((contract) => {
    const path = '/api/v1/workspaces/{workspace_slug}/projects/{project_id}/pages/{page_id}/';
    const place = ['paths', path, 'get', 'responses', '200', 'content', 'application/json'];
    contract.setIn([...place, 'schema'], {
      allOf: [
        { $ref: '#/components/schemas/Page' },
        { properties: { created_at: { pattern: '^1999' } } },
      ],
    });
    contract.deleteIn([...place, 'examples']);
  });
}

/** Assets may not be uploaded, while the request may say that they are. */
export function breakAssetRecord(): Promise<Broken> {
  return derive(
    (contract) =>
      contract.setIn(
        ['components', 'schemas', 'Asset', 'properties', 'is_uploaded', 'const'],
        false,
      ),
    (assets) => assets.map((asset) => ({ ...asset, is_uploaded: false })),
  );
}

async function derive(
  editContract: (contract: Document) => void,
  editAssets?: (assets: readonly JsonObject[]) => readonly JsonObject[],
): Promise<Broken> {
  const folder = await mkdtemp(join(tmpdir(), 'stuntdouble-contract-'));
  const [contract, fixtures] = [join(folder, 'openapi.yaml'), join(folder, 'fixtures')];
  const document = parseDocument(await readFile(contractFile, 'utf8'));
  editContract(document);
  await writeFile(contract, document.toString());
  await cp(join(contractFile, '..', 'fixtures'), fixtures, { recursive: true });
  if (editAssets) {
    const file = join(fixtures, 'assets.json');
    // A trust edge: fixtures of our own.
    const assets = JSON.parse(await readFile(file, 'utf8')) as readonly JsonObject[];
    await writeFile(file, JSON.stringify(editAssets(assets)));
  }
  return { contract, fixtures, remove: () => rm(folder, { recursive: true }) };
}
