import { join } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { StartError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Contract } from '../compile.ts';
import { loadContract, strictly } from '../compile.ts';

type Files = Readonly<Record<string, string>>;

export interface Given {
  readonly contracts?: readonly string[];
  readonly overlays?: readonly string[];
  readonly files?: Files;
}

/** The contract of which everybody speaks where nothing else is given. */
export const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
tags: [{ name: a }, { name: b }, { name: c }]
paths:
  /orders:
    get:
      summary: Old
      parameters:
        - { name: first, in: query, schema: { type: string } }
        - { name: second, in: query, schema: { type: string } }
        - { name: third, in: query, schema: { type: string } }
      responses: { '200': { description: Fine. } }
`;

export function overlayText(actions: JsonValue, more: JsonObject = {}): string {
  const info = { title: 'Changes', version: '1' };
  return JSON.stringify({ overlay: '1.0.0', info, ...more, actions }, undefined, 1);
}

export async function loadOverlaid({ files = {}, contracts, overlays }: Given): Promise<{
  readonly contract: Contract;
  readonly folder: string;
}> {
  const folder = await writeFolder({ 'shop.yaml': shop, ...files });
  const paths = (contracts ?? ['shop.yaml']).map((name) => join(folder, name));
  const contract = await loadContract(paths, {
    ...strictly,
    isLenient: true,
    overlays: (overlays ?? ['changes.yaml']).map((name) => join(folder, name)),
  });
  return { contract, folder };
}

/** All that stops the start, and warnings where nothing does. */
export async function complaintsAbout(given: Given): Promise<readonly Complaint[]> {
  try {
    const { contract } = await loadOverlaid(given);
    return contract.warnings;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return error.complaints;
  }
}
