import { findRequestCredentials } from './request-credentials.ts';
import type { CoveragePoint } from '../../traffic/coverage/value-points.ts';
import { pointerSteps } from '../../base/json.ts';
import type { PointTools } from './point-tools.ts';
import { makeSample, valuesFor } from './sample-request.ts';

/** Why no request was found that covers a point, and what would cover it. */
export function explainLack(tools: PointTools, point: CoveragePoint): string {
  switch (point.kind) {
    case 'statuses':
      return explainStatus(tools, pointerSteps(`/${point.id}`).at(-1) ?? '');
    case 'security':
      return explainAccess(tools, point);
    case 'enum_values':
      return (
        explainRequest(tools) ??
        'No request was found that sends this value and keeps to the rest of the contract.'
      );
    case 'operations':
    case 'parameters':
    case 'media_types':
      return (
        explainRequest(tools) ?? 'No request was found that has this and keeps to the contract.'
      );
  }
}

/** Why there is no valid request; undefined: there is one. */
function explainRequest(tools: PointTools): string | undefined {
  const { operation, guard } = tools;
  if (makeSample(tools, operation)) return undefined;
  const values = [...valuesFor(tools, operation)].map((one) => one.map((value) => value ?? ''));
  const isAdmitted = values.some((one) => findRequestCredentials(guard, operation, one));
  if (!isAdmitted) return withoutCredentials;
  return 'No valid request can be made of the contract alone: its path, parameters or body need values that no schema tells. Send one with your client.';
}

const withoutCredentials =
  'The server knows no credential that suffices here. Mint one (POST /credentials), or add one to credentials.json.';

function explainAccess({ guard, map, operation }: PointTools, point: CoveragePoint): string {
  if (guard.auth === 'off')
    return 'The server asks for no credentials (the option auth is "off"). Start it with "strict" or "presence".';
  const isOfConnection = operation.security
    .flat()
    .some(({ scheme }) => scheme.carrier.kind === 'connection');
  if (isOfConnection)
    return 'The server can not see what a connection proves, such as the certificate of a client.';
  const isAdmission = [...map.admitted.values()].includes(map.points.indexOf(point));
  if (isAdmission) return withoutCredentials;
  return 'The server refuses no client here, whatever it shows: this operation gives out the credentials, or takes all.';
}

function explainStatus(tools: PointTools, status: string): string {
  const lack = status.startsWith('2') ? explainRequest(tools) : undefined;
  return lack ?? reasons.find(([pattern]) => pattern.test(status))?.[1] ?? decidedElsewhere;
}

const decidedElsewhere =
  'Only the state or the service decides on this status. Arrange the records that bring it about, and send the request with your client. Forced replies (Prefer, overrides) cover nothing.';

const reasons: readonly (readonly [pattern: RegExp, why: string])[] = [
  [
    /^2/,
    'A request to this operation usually succeeds with another status. Arrange the records that bring this one about, such as a record that is new or is there already.',
  ],
  [
    /^304$/,
    'Send the request twice: the second time with If-None-Match, and the ETag of the first reply.',
  ],
  [
    /^401$/,
    'The server refuses no credentials here: the operation asks for none, or --auth is off.',
  ],
  [
    /^403$/,
    'No known credential lacks a scope or the reach here. Mint one with fewer scopes (POST /credentials), under --auth strict.',
  ],
  [
    /^(404|410)$/,
    'The server makes up a record for each key, until it has made the first one of its own, or the path names no record. Create a record, or delete one, and look again; or start with --unknown-keys refuse.',
  ],
  [
    /^(400|422)$/,
    'No request is known to be refused so: the contract allows whatever was tried. A rule of its own in a handler may decide on it.',
  ],
  [
    /^409$/,
    'The state decides: make a record that is there already, or move one to where it can not go.',
  ],
  [/^412$/, 'Send the request with If-Match, and an ETag that is not that of the record.'],
  [/^413$/, 'Send a body of more than 1 MiB with your client.'],
  [
    /^429$/,
    'Only a rate limit answers so, which a test puts in place. Its replies are forced, and cover nothing: ask for less than 100 % of the statuses.',
  ],
  [
    /^5/,
    'No request makes a service fail. Break a record that is stored (PATCH /state/{collection}/{key}?check=false) and read it, in a world of its own.',
  ],
];
