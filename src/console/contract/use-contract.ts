import { useMemo } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import { Refusal } from '../api/client.ts';
import type { Json, SecuredOperation } from '../api/documents.ts';
import type { ServedDocument } from '../api/contract-documents.ts';
import type { Answer } from '../api/use-answer.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole } from '../shell/console.ts';
import type { LoadDocument } from './cut-down.ts';

/** The contract as it is served, and what the server makes of it. */
export interface ShownContract {
  readonly operations: readonly SecuredOperation[];
  readonly documents: readonly ServedDocument[];
}

interface Plan {
  readonly operations: readonly SecuredOperation[];
}

/** Asked again when the server has loaded another contract. */
export function useContract(): Answer<ShownContract> {
  const { api, version } = useConsole();
  return useAnswer(async () => {
    const [{ operations }, documents] = await Promise.all([
      api.get<Plan>('plan'),
      api.get<readonly ServedDocument[]>('contracts'),
    ]);
    return { operations, documents };
  }, [api, version.contract.fingerprint]);
}

/** Loads each document once, as long as the contract is the same. */
export function useDocuments(): LoadDocument {
  const { api, version, keep } = useConsole();
  const { fingerprint } = version.contract;
  return useMemo(() => {
    const kept = keep<Kept>('documents of the contract', () => ({ of: '', loaded: new Map() }));
    if (kept.of !== fingerprint) {
      kept.of = fingerprint;
      kept.loaded.clear();
    }
    return (name) => {
      const known = kept.loaded.get(name) ?? loadDocument(api, name);
      kept.loaded.set(name, known);
      return known;
    };
  }, [api, fingerprint]);
}

interface Kept {
  of: string;
  readonly loaded: Map<string, Promise<Json | undefined>>;
}

/** The server knows its names best: what it does not have, the console does not show. */
async function loadDocument(api: Api, name: string): Promise<Json | undefined> {
  try {
    return await api.get<Json>('contract', { name, format: 'json', servers: 'here' });
  } catch (error) {
    if (error instanceof Refusal && error.problem.status === 400) return undefined;
    throw error;
  }
}
