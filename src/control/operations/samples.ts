import type { JsonObject } from '../../base/json.ts';
import { textOf } from '../../base/json.ts';
import type { Validated } from '../../pipeline/exchange.ts';
import type { ControlPorts, SlowBehaviors } from '../ports.ts';
import type { SampleQuestion, SampleReport } from '../sample-ports.ts';

/** Finding a request takes several turns: each candidate is read as if a client had sent it. */
export function createSlowSampleBehaviors({
  samples,
  worldOf,
  prefix,
}: Pick<ControlPorts, 'samples' | 'worldOf' | 'prefix'>): SlowBehaviors {
  return {
    getSample: async (request) => {
      const report = await samples.find(worldOf(request), readQuestion(request));
      return { status: 200, body: writeSample(report, mountOf(request, prefix)) };
    },
    sendSample: async (request) => {
      const {
        status,
        isCovered,
        requestId = null,
      } = await samples.send(worldOf(request), readQuestion(request));
      const body = { status, is_covered: isCovered, request: requestId };
      return { status: 201, body };
    },
  };
}

function readQuestion({ parameters: { query } }: Validated): SampleQuestion {
  const { operation, point } = query;
  return { operation: textOf(operation), point: point === undefined ? undefined : textOf(point) };
}

/** The path at which an app has mounted the server: its clients need it in front. */
function mountOf(request: Validated, prefix: string): string {
  const base = request.prefix.endsWith(prefix) ? request.prefix.slice(0, -prefix.length) : '';
  return base.replace(/\/(?:~|%7e)[^/]*$/i, '');
}

function writeSample(
  { operation, point, label, request, whyNot }: SampleReport,
  mount: string,
): JsonObject {
  return {
    operation,
    point,
    label,
    request: request
      ? {
          method: request.method,
          path: mount + request.path,
          query: request.query,
          headers: request.headers,
          body: request.body ?? null,
        }
      : null,
    why_not: whyNot ?? null,
  };
}
