import { describe, expect, it, onTestFinished } from 'vitest';

import { loadBlueprint, resolvePlaces } from '../../src/server/blueprint.ts';
import type { Answer, Question } from '../contracts/ask.ts';
import { ask } from '../contracts/ask.ts';
import { listDocuments } from '../flows/documents.ts';
import { exceptions } from '../flows/exceptions.ts';
import { playContract } from '../flows/play-contract.ts';
import { fillCache } from '../wild/cache.ts';
import { openFleet } from './fleet.test-kit.ts';
import { hasRedis } from './redis.ts';

/** As the ring of the flows opens them. */
const options =
  '--lenient --seed flows --records 3 --unknown-keys improvise --journal 0 --no-coverage';

// Three processes for each contract take a while: public ones are played where a user asks for it.
const isAll = process.env['STUNTDOUBLE_REPLICA_FLOWS'] === 'all';
const cache = isAll ? await fillCache() : { kind: 'offline' as const, reason: '' };
// No record of the contract of the package can be made by a request: the contract suite is for that one.
const documents = listDocuments(cache).filter(({ name }) => name !== 'own/shipped');

describe.skipIf(!hasRedis)('through three replicas', () => {
  it.each(documents)(
    'the flows of $name come to their end',
    async ({ name, file }) => {
      const fleet = await openFleet({ arguments: [file, ...options.split(' ')] });
      onTestFinished(() => fleet.close());
      const { contract } = await loadBlueprint(resolvePlaces([file], undefined), {
        isLenient: true,
        isComplete: false,
        allowRemoteRefs: false,
        allowRefs: [],
        overlays: [],
      });
      const send = (question: Question): Promise<Answer> => ask(fleet.url, question);
      const { flows, misses } = await playContract(name, file, () =>
        Promise.resolve({ contract, send }),
      );
      const explained = new Set(
        exceptions
          .filter(({ document }) => document === name)
          .map(({ flow, trouble }) => `${trouble}: ${flow}`),
      );
      const unexplained = misses.filter(
        ({ flow, trouble }) => !explained.has(`${trouble}: ${flow}`),
      );
      expect(unexplained).toEqual([]);
      expect(flows).toBeGreaterThan(0);
      expect(
        Math.min(...fleet.connections()),
        'the least that a replica was asked',
      ).toBeGreaterThan(0);
    },
    600_000,
  );
});
