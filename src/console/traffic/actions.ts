import { part } from '../api/client.ts';
import type {
  Json,
  JsonObject,
  Override,
  PlannedOperation,
  RequestDocument,
} from '../api/documents.ts';
import { copyText, saveFile } from '../parts/copy.ts';
import type { Console } from '../shell/console.ts';
import { writeCurl, writeFetch, writeTest } from './copy-as.ts';
import type { MadeOverlay } from './make-overlay.ts';
import { makeOverlay } from './make-overlay.ts';
import type { Failure } from './override-wish.ts';
import type { PathParameters } from './override-wish.ts';
import { hasHidden, nameTarget, wishForFailure, wishForReply } from './override-wish.ts';

/** What a user can do with a request; each tells what came of it. */
export interface Actions {
  copy(this: void, form: CopyForm): void;
  sendAgain(this: void): void;
  answerSo(this: void): void;
  failNext(this: void, failure: Failure): void;
  /** Rejects with the refusal of the server. */
  keepAs(this: void, name: string): Promise<void>;
  exportOverlay(this: void): void;
}

export type CopyForm = 'curl' | 'fetch' | 'test';

/** A request, and what the contract and the server know of it. */
export interface KnownRequest {
  readonly entry: RequestDocument;
  readonly operation: PlannedOperation | undefined;
  readonly parameters: PathParameters;
}

export function createActions(shell: Console, known: KnownRequest): Actions {
  const { entry, operation, parameters } = known;
  const target = nameTarget(entry.operation, parameters);
  const { tell, complain, go } = shell;
  const api = shell.api.within(entry.world);
  const inWorld = `in the world ${entry.world}`;
  const tellPlaced = (text: string, { id, notice }: Override): void => {
    const undo = (): void =>
      void api
        .send('DELETE', `overrides/${part(id)}`)
        .then(() => tell({ text: `The override ${id} is gone` }), complain);
    const full = notice === undefined ? text : `${text}. ${notice}`;
    tell({ text: full, action: { label: 'Undo', run: undo } });
  };
  const place = async (wish: JsonObject, text: string): Promise<void> =>
    tellPlaced(text, await api.send<Override>('POST', 'overrides', wish));
  const warning = hasHidden(entry.reply.body)
    ? '. Secrets in it are not known to the console: it answers “…” there'
    : '';
  return {
    copy: (form) => void copyAs(shell, entry, form).catch(complain),
    sendAgain: () =>
      void api
        .send<RequestDocument>('POST', `requests/${entry.id}/repeat`)
        .then(({ id }) => go(['traffic', String(id)], shell.route.query), complain),
    answerSo: () =>
      void place(
        wishForReply(entry, parameters),
        `${target} answers ${entry.reply.status} like this from now on ${inWorld}${warning}`,
      ).catch(complain),
    failNext: (failure) =>
      void place(
        wishForFailure(entry.operation ?? '', failure, parameters),
        `The next ${target} ${inWorld} fails with ${failure.status}`,
      ).catch(complain),
    keepAs: async (name) => {
      const path = `overrides/${part(name)}`;
      const kept = await api.send<Override>('PUT', path, wishForReply(entry, parameters));
      tellPlaced(`The override ${name} is in place ${inWorld}${warning}`, kept);
    },
    exportOverlay: () => void exportOverlay(shell, entry, operation).catch(complain),
  };
}

async function copyAs(shell: Console, entry: RequestDocument, form: CopyForm): Promise<void> {
  const { origin } = location;
  if (form === 'curl') return await copyText(writeCurl(entry, origin), 'as curl', shell);
  if (form === 'fetch') return await copyText(writeFetch(entry, origin), 'as fetch', shell);
  const contracts = await listContracts(shell);
  return await copyText(writeTest(entry, contracts), 'as a vitest test', shell);
}

async function listContracts({ api }: Console): Promise<readonly string[]> {
  const documents =
    await api.get<readonly { readonly name: string; readonly role: string }[]>('contracts');
  return documents.filter(({ role }) => role === 'contract').map(({ name }) => name);
}

async function exportOverlay(
  shell: Console,
  entry: RequestDocument,
  operation: PlannedOperation | undefined,
): Promise<void> {
  const { api, tell } = shell;
  let made: MadeOverlay = { reason: 'The contract has no such operation any more' };
  for (const name of operation ? await listContracts(shell) : []) {
    const contract = await api.get<JsonObject>('contract', { name, format: 'json' });
    const setting = { entry, operation: operation ?? { method: '', path: '' }, contract };
    made = makeOverlay({ ...setting, name: `request-${entry.id}` });
    if ('overlay' in made) break;
  }
  if ('reason' in made) {
    tell({ kind: 'error', text: made.reason });
    return;
  }
  const file = `${fileNameOf(entry.operation ?? 'reply')}-${entry.reply.status}.overlay.json`;
  saveFile(file, 'application/json', `${JSON.stringify(made.overlay satisfies Json, null, 2)}\n`);
  tell({ text: `Saved ${file}: start with --overlay ${file} to serve it` });
}

/** The id of an operation may have any letters, also of paths. */
function fileNameOf(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
}
