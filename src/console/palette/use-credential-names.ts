import type { Credential } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole } from '../shell/console.ts';

/** The names of the credentials of the chosen world. */
export function useCredentialNames(): readonly string[] {
  const { api } = useConsole();
  const { value = [] } = useAnswer(() => api.get<readonly Credential[]>('credentials'), [api]);
  return [...new Set(value.map(({ name }) => name))];
}
