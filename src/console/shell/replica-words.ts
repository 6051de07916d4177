import type { ReplicaList } from '../api/documents.ts';
import { formatCount } from '../parts/count.ts';
import { formatMoment } from '../parts/moment.ts';

/** All replicas in a line. */
export function describeReplicas({ owner, replicas }: ReplicaList): string {
  const others = replicas.filter((one) => !one.serves_same).length;
  return [
    formatCount(replicas.length, 'replica'),
    owner ? `owner ${owner.url}` : 'no owner now',
    ...(others > 0 ? [`${others} with ${another}`] : []),
  ].join(', ');
}

/** What one replica is, beside its address. */
export function describeReplica(
  { is_owner: isOwner, serves_same: servesSame }: ReplicaList['replicas'][number],
  { owner }: ReplicaList,
): string {
  if (isOwner && owner)
    return `the owner since ${formatMoment(owner.since)} (epoch ${owner.epoch})`;
  return servesSame ? 'passes requests on' : `passes requests on; has ${another}`;
}

const another = 'another contract or other fixtures';
