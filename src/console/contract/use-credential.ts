import { useState } from 'preact/hooks';

import { part } from '../api/client.ts';
import type { Credential, SentCredential } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';

/** The credential with which requests are tried. */
export interface CredentialChoice {
  readonly names: readonly string[];
  /** Empty: none. */
  readonly chosen: string;
  readonly sent: readonly SentCredential[];
  /** What requests carry, or why they carry nothing, in words. */
  readonly words: string;
  choose(this: void, name: string): void;
}

export function useCredential(): CredentialChoice {
  const { api, keep } = useConsole();
  const kept = keep(`credential of ${api.world}`, () => ({ name: '' }));
  const [chosen, setChosen] = useState(kept.name);
  const list = useAnswer(() => api.get<readonly Credential[]>('credentials'), [api]);
  const shown = useAnswer<readonly SentCredential[]>(
    async () => (chosen === '' ? [] : api.get(`credentials/${part(chosen)}`)),
    [api, chosen],
  );
  useLive(
    'credentials',
    (data) => {
      if (data !== undefined && data.world !== api.world) return;
      list.reload();
      shown.reload();
    },
    [api],
  );
  const names = [...new Set((list.value ?? []).map(({ name }) => name))];
  const sent = chosen === '' || shown.error !== undefined ? [] : (shown.value ?? []);
  return {
    names,
    chosen,
    sent,
    words: shown.error ?? describe(chosen, sent),
    choose(name) {
      kept.name = name;
      setChosen(name);
    },
  };
}

function describe(chosen: string, sent: readonly SentCredential[]): string {
  if (chosen === '') return 'without a credential';
  const carried = sent.filter(({ send }) => send !== null);
  if (sent.length > 0 && carried.length === 0)
    return `without a credential: no request can carry “${chosen}” by itself`;
  const ways = carried.map(({ scheme, scopes }) =>
    scopes.length === 0 ? scheme : `${scheme}, with ${scopes.join(', ')}`,
  );
  return `as ${chosen}${ways.length === 0 ? '' : ` (${ways.join('; ')})`}`;
}
