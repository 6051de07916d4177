import { ApiError } from '../../base/errors.ts';
import type { Received } from '../../pipeline/exchange.ts';
import type { Road } from '../../pipeline/respond.ts';
import { respond } from '../../pipeline/respond.ts';
import type { PointMap } from '../../traffic/coverage/points.ts';
import { countPassage, createTally } from '../../traffic/coverage/tally.ts';
import { genuine, readCount } from '../../traffic/coverage/value-points.ts';
import type { Rehearsal } from './point-tools.ts';
import type { SampleRequest } from './sample-request.ts';

/**
 * Takes requests down the road as far as their checks: no behaviour runs, nothing is stored, and no
 * override counts them. A request that passes is taken to succeed.
 */
export function createRehearsal(road: Road, map: PointMap, world: string | undefined): Rehearsal {
  return async ({ request, isMeant, refusal }, index) => {
    const checked: Road = {
      ...road,
      direct: () => undefined,
      behaveSlowly: () => undefined,
      behave: () => {
        throw refusal ?? new ApiError('internal-error', 'The rehearsal ends here.');
      },
    };
    const passage = await respond(receiveSample(request, world), checked);
    const tally = createTally(map);
    countPassage(tally, passage);
    if (readCount(tally.counts, index, genuine) > 0) return true;
    const status = passage.reached.choice?.response?.status;
    return isMeant && status !== undefined && map.statuses.get(status) === index;
  };
}

/** The request as the server would receive it. */
export function receiveSample(
  { operation, target, headers, body }: SampleRequest,
  world: string | undefined,
): Received {
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const named = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return {
    method: operation.method,
    prefix: '',
    world,
    path,
    query,
    headers: Object.fromEntries([
      ...named,
      ...(bytes ? [['content-length', String(bytes.byteLength)]] : []),
    ]),
    isLocal: true,
    findPeer: () => undefined,
    readBody: () => (bytes ? { kind: 'bytes', bytes } : { kind: 'text', text: '' }),
  };
}
