import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';

import '../style/replicas.css';
import type { Api } from '../api/client.ts';
import type { ReplicaList } from '../api/documents.ts';
import type { Live } from '../api/live.ts';
import { useAnswer } from '../api/use-answer.ts';
import { describeReplica, describeReplicas } from './replica-words.ts';

/** Milliseconds. No event tells of replicas that come and go. */
const pause = 10_000;

/** At the foot of the page, which replicas share the state; nothing where the server has its own. */
export function ReplicasLine({
  main,
  live,
}: {
  readonly main: Api;
  readonly live: Live;
}): ComponentChild {
  const { value, reload } = useAnswer(
    () => live.ready.then(() => main.get<ReplicaList>('replicas')),
    [main],
  );
  // The next owner is another server to the page: its connection comes back.
  useEffect(() => live.on('back', reload), [live]);
  const isShared = value !== undefined && value.replicas.length > 0;
  useEffect(() => {
    if (!isShared) return undefined;
    const timer = setInterval(() => !document.hidden && reload(), pause);
    return () => clearInterval(timer);
  }, [isShared]);
  if (!isShared) return null;
  return (
    <footer class="replicas">
      <details>
        <summary>{describeReplicas(value)}</summary>
        <ul>
          {value.replicas.map((one, at) => (
            <li key={at}>
              <code>{one.url}</code> {describeReplica(one, value)}
            </li>
          ))}
        </ul>
      </details>
    </footer>
  );
}
