import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Api } from '../api/client.ts';
import type { Sample, SampledRequest } from '../api/coverage-documents.ts';
import type { JsonObject, SecuredOperation } from '../api/documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { MethodPath } from '../parts/method-path.tsx';
import { PanelHead } from '../parts/panel-head.tsx';
import { useConsole } from '../shell/console.ts';
import { CredentialBar } from './credential-bar.tsx';
import { cutDown } from './cut-down.ts';
import { fillIn } from './fill-in.ts';
import { PlanFacts } from './plan-facts.tsx';
import type { TriedRequest } from './swagger.ts';
import { SwaggerPane } from './swagger-pane.tsx';
import { findLast, findPass, findTried, lendCookies, prepareRequest } from './try-out.ts';
import type { ShownContract } from './use-contract.ts';
import { useDocuments } from './use-contract.ts';
import type { CredentialChoice } from './use-credential.ts';
import { useCredential } from './use-credential.ts';

interface OperationPanelProps {
  readonly operation: SecuredOperation;
  readonly contract: ShownContract;
}

/** One operation: what it does here, what it takes and answers, and a try. */
export function OperationPanel({ operation, contract }: OperationPanelProps): ComponentChild {
  const { go, route } = useConsole();
  const panel = useRef<HTMLElement>(null);
  const credential = useCredential(operation);
  const shown = useOperation(operation, contract);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const { method, path, id, summary } = operation;
  return (
    <article ref={panel} class="operation" aria-label={`${method} ${path}`} tabindex={-1}>
      <PanelHead
        list="Operations"
        close="Close the operation"
        onClose={() => go(['contract'], route.query)}
      >
        <b class="cut" title={id}>
          {id}
        </b>
      </PanelHead>
      <header class="operation-head">
        <h2 class="target">
          <MethodPath {...{ method, path }} />
        </h2>
        {summary !== null && <p>{summary}</p>}
        <PlanFacts operation={operation} />
      </header>
      {shown.error !== undefined && <p class="fault">{shown.error}</p>}
      {shown.value !== undefined && <Trial {...{ credential, operation }} shown={shown.value} />}
      {shown.value === undefined && shown.isSlow && <p class="soft">Loading…</p>}
    </article>
  );
}

/** Null: no document of the contract declares it. */
function useOperation(
  operation: SecuredOperation,
  { documents }: ShownContract,
): ReturnType<typeof useAnswer<JsonObject | null>> {
  const { api } = useConsole();
  const load = useDocuments();
  return useAnswer(async () => {
    for (const { name, role } of documents) {
      if (role !== 'contract') continue;
      const document = await cutDown(name, operation, load);
      if (document) return fillIn(document, operation, () => findSample(api, operation.id));
    }
    return null;
  }, [operation, documents, load]);
}

/** A reference without values to try is a reference, too. */
async function findSample(api: Api, operation: string): Promise<SampledRequest | undefined> {
  try {
    const { request } = await api.get<Sample>('sample', { operation });
    return request ?? undefined;
  } catch {
    return undefined;
  }
}

interface TrialProps {
  readonly operation: SecuredOperation;
  readonly shown: JsonObject | null;
  readonly credential: CredentialChoice;
}

function Trial({ operation, shown, credential }: TrialProps): ComponentChild {
  const { recording } = useConsole();
  const { tried, onRequest, onReply } = useTrial(credential);
  if (!shown)
    return <p class="soft">The document that declares this operation can't be shown here.</p>;
  return (
    <>
      <CredentialBar credential={credential} tried={tried} />
      <SwaggerPane
        document={shown}
        shows="operation"
        canTry={!recording}
        label={`Reference of ${operation.id}`}
        onRequest={onRequest}
        onReply={onReply}
      />
    </>
  );
}

interface Trying {
  /** The id of the last request that was tried. */
  readonly tried: number | undefined;
  onRequest(this: void, request: TriedRequest): Promise<void>;
  onReply(this: void): void;
}

function useTrial({ sent }: CredentialChoice): Trying {
  const { api, worldPass } = useConsole();
  const [tried, setTried] = useState<number>();
  const ending = useRef<() => void>(() => undefined);
  return {
    tried,
    async onRequest(request) {
      setTried(undefined);
      const after = await findLast(api);
      const pass = await findPass(api, worldPass);
      prepareRequest(request, { api, worldPass: pass }, sent);
      const takeBack = lendCookies(sent);
      ending.current = () => {
        takeBack();
        if (after === undefined) return;
        // A journal that can't be asked has no link to offer.
        findTried(api, request, after).then(setTried, () => undefined);
      };
    },
    onReply() {
      ending.current();
      ending.current = () => undefined;
    },
  };
}
