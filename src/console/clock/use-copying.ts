import { defaultWorld, part } from '../api/client.ts';
import type { Credential, SecurityPlan, SentCredential } from '../api/documents.ts';
import { copyText } from '../parts/copy.ts';
import { useConsole } from '../shell/console.ts';
import { accessOf } from '../parts/access.ts';
import type { Destination } from './copy-credential.ts';
import { writeCurl, writeLine, writeScript } from './copy-credential.ts';

/** The first operation that the credential opens and that needs nothing else. */
export function useDestination(credential: Credential, { operations }: SecurityPlan): Destination {
  const { api } = useConsole();
  const found = operations.find(
    (one) =>
      one.method.toUpperCase() === 'GET' &&
      !one.path.includes('{') &&
      accessOf(one, credential).kind === 'may',
  );
  return {
    url: `${location.origin}${found?.path ?? '/'}`,
    world: api.world === defaultWorld ? undefined : api.world,
  };
}

export type CopyKind = 'header' | 'curl' | 'script' | 'value';

/** Copies a credential; its value is asked for at that moment, and not kept. */
export function useCopying(
  credential: Credential,
  /** Which of those that share its name. */
  index: number,
  plan: SecurityPlan,
): (kind: CopyKind) => Promise<void> {
  const { api, tell, complain } = useConsole();
  const destination = useDestination(credential, plan);
  return async (kind) => {
    try {
      const path = `credentials/${part(credential.name)}`;
      const found = (await api.get<readonly SentCredential[]>(path))[index];
      if (!found) throw new Error(`The credential “${credential.name}” is gone.`);
      const [text, what] = write(kind, found, destination);
      await copyText(text, what, { tell });
    } catch (error) {
      complain(error);
    }
  };
}

function write(
  kind: CopyKind,
  found: SentCredential,
  destination: Destination,
): readonly [text: string, what: string] {
  const { send, value } = found;
  if (kind === 'curl') return [writeCurl(found, destination), 'a curl command'];
  if (kind === 'value' || !send) return [value, 'the value'];
  if (kind === 'script') return [writeScript(send, destination), 'it as JavaScript'];
  return [writeLine(send), 'the header line'];
}
