import { useEffect, useState } from 'preact/hooks';

import { createApi, defaultWorld } from '../api/client.ts';
import type { Version } from '../api/documents.ts';
import { openLive } from '../api/live.ts';

/**
 * The fingerprint of the contract that the server has now, while a recording is shown in its place;
 * undefined: it is not known.
 */
export function usePresentContract(home: string, isOn: boolean): string | undefined {
  const [present, setPresent] = useState<string>();
  useEffect(() => {
    if (!isOn) return undefined;
    const server = createApi(home, defaultWorld);
    const live = openLive(`${home}live`);
    const ask = (): void =>
      void server.get<Version>('version').then(
        ({ contract }) => setPresent(contract.fingerprint),
        // A server that is away has the contract that it had.
        () => undefined,
      );
    live.on('contract', ({ fingerprint }) => setPresent(fingerprint));
    live.on('back', ask);
    void live.ready.then(ask);
    return () => live.close();
  }, [home, isOn]);
  return present;
}
