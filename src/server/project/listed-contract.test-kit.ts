import { join } from 'node:path';

import { writeFolder } from '../../base/temporary-folder.test-kit.ts';
import type { Blueprint } from '../blueprint.ts';
import { loadBlueprint, resolvePlaces } from '../blueprint.ts';

/** A list and a record for each path; the last parameter is the key. */
export async function loadListed(paths: Readonly<Record<string, object>>): Promise<Blueprint> {
  const described = Object.entries(paths).flatMap(([path, properties]) => {
    const schema = { type: 'object', required: Object.keys(properties), properties };
    const reply = (shown: object): object => ({
      responses: { 200: { description: '', content: { 'application/json': { schema: shown } } } },
    });
    const list = path.replace(/\/\{\w+\}$/, '');
    return [
      [path, { get: reply(schema) }],
      [list, { get: reply({ type: 'array', items: schema }) }],
    ];
  });
  const contract = {
    openapi: '3.1.0',
    info: { title: 'Samples', version: '1' },
    paths: Object.fromEntries(described),
  };
  const folder = await writeFolder({ 'openapi.json': JSON.stringify(contract) });
  return loadBlueprint(resolvePlaces([join(folder, 'openapi.json')], undefined), {
    isLenient: true,
    isComplete: false,
    allowRemoteRefs: false,
    allowRefs: [],
    overlays: [],
  });
}
