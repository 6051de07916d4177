import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

import type {
  CoveredOperation,
  CoveredPoint,
  Sample,
  SentSample,
} from '../api/coverage-documents.ts';
import { useAnswer } from '../api/use-answer.ts';
import { copyText } from '../parts/copy.ts';
import { useConsole } from '../shell/console.ts';
import { writeSampleCurl } from './sample-curl.ts';

interface PointSampleProps {
  readonly operation: CoveredOperation;
  readonly point: CoveredPoint;
}

/** A request that covers a point, ready to be sent. */
export function PointSample({ operation, point }: PointSampleProps): ComponentChild {
  const shell = useConsole();
  const { api } = shell;
  const query = { operation: operation.id, point: point.id };
  // What a request has done may make another one the fitting one.
  const { value, error, isSlow } = useAnswer(
    () => api.get<Sample>('sample', query),
    [api, point.id, point.count],
  );
  if (error !== undefined)
    return (
      <p class="fault" role="alert">
        {error}
      </p>
    );
  if (!value) return isSlow ? <p class="soft">Looking for a request…</p> : null;
  if (!value.request)
    return (
      <>
        <h4>No request is known that covers it</h4>
        <p class="cov-why">{value.why_not}</p>
      </>
    );
  const command = writeSampleCurl(value.request, location.origin);
  return (
    <>
      <h4>A request that covers it</h4>
      <pre class="cov-command" tabindex={0} role="group" aria-label="The request as a command">
        {command}
      </pre>
      <div class="row">
        <SendButton query={query} />
        <button onClick={() => void copyText(command, 'the request as curl', shell)}>
          Copy as curl
        </button>
      </div>
    </>
  );
}

interface SendButtonProps {
  readonly query: { readonly operation: string; readonly point: string };
}

/** The server sends it, so that the console can do nothing that another client can't. */
function SendButton({ query }: SendButtonProps): ComponentChild {
  const { api, complain } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<SentSample>();
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      setSent(await api.send<SentSample>('POST', 'sample', undefined, query));
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  return (
    <>
      <button class="main" aria-disabled={isBusy} onClick={() => void (isBusy || send())}>
        Send it now
      </button>
      <span role="status">{sent && <Outcome sent={sent} />}</span>
    </>
  );
}

function Outcome({ sent }: { readonly sent: SentSample }): ComponentChild {
  const { linkTo } = useConsole();
  const { status, is_covered: isCovered, request } = sent;
  const text = `answered ${status}`;
  return (
    <>
      {request === null ? text : <a href={linkTo(['traffic', String(request)])}>{text}</a>}
      {!isCovered && ', and did not cover it: an override, a rate limit or the state decided'}
    </>
  );
}
