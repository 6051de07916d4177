import { useState } from 'preact/hooks';

import { part } from '../api/client.ts';
import type { Clock, Credential, SecuredOperation, SentCredential } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { hindranceOf } from '../parts/access.ts';
import { useConsole, useLive } from '../shell/console.ts';

/** The credential with which requests are tried. */
export interface CredentialChoice {
  readonly options: readonly CredentialOption[];
  /** Empty: none. */
  readonly chosen: string;
  readonly sent: readonly SentCredential[];
  /** What requests carry, or why they carry nothing, in words. */
  readonly words: string;
  choose(this: void, name: string): void;
}

export interface CredentialOption {
  readonly name: string;
  /** What keeps it from the operation, in a few words; empty: nothing does. */
  readonly hindrance: string;
}

export function useCredential(operation: SecuredOperation): CredentialChoice {
  const { api, keep } = useConsole();
  const kept = keep(`credential of ${api.world}`, () => ({ name: '' }));
  const [chosen, setChosen] = useState(kept.name);
  const list = useAnswer(
    () =>
      Promise.all([
        api.get<readonly Credential[]>('credentials'),
        api.get<Clock>('clock'),
      ] as const),
    [api],
  );
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
  const [credentials, clock] = list.value ?? [[]];
  const names = new Set(credentials.map(({ name }) => name));
  if (chosen !== '') names.add(chosen);
  const options = [...names].map((name) => {
    const named = credentials.filter((one) => one.name === name);
    return { name, hindrance: hindranceOf(operation, named, Date.parse(clock?.now ?? '')) };
  });
  const sent = chosen === '' || shown.error !== undefined ? [] : (shown.value ?? []);
  return {
    options,
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
