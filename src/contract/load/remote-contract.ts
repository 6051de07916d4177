import { messageOf, StartError } from '../../base/errors.ts';
import type { FetchFailure } from './remote.ts';
import { FetchError, readRemote } from './remote.ts';

/** Fetches the contract that a user named by its URL, and says what to do where that fails. */
export async function readRemoteContract(url: string): Promise<Buffer> {
  const bytes = await readRemote(url, true).catch((error: unknown) => {
    const advice = error instanceof FetchError ? adviceFor(error.failure) : undefined;
    const reason = messageOf(error).replace(/^it /, '');
    const message = advice === undefined ? reason : `${reason}; ${advice}`;
    throw new StartError([{ file: url, message }]);
  });
  // The start of a document tells, and a wrong Content-Type is frequent.
  const start = bytes.subarray(0, 1024).toString('utf8');
  if (!/^\uFEFF?\s*<(?:!doctype|html|!--|head|body)/i.test(start)) return bytes;
  const message = `the answer is a web page (HTML), not a contract: ${whereContractsAre}`;
  throw new StartError([{ file: url, message }]);
}

const whereContractsAre =
  'give the address of the JSON or YAML itself, often /openapi.json, /openapi.yaml, /v3/api-docs or /swagger.json, on GitHub what its button "Raw" opens';

function adviceFor({ status, code = '' }: FetchFailure): string | undefined {
  if (status === 401 || status === 403) {
    return 'fetch it with your credentials and pipe it in: curl -H "Authorization: …" <url> | stuntdouble -';
  }
  if (status === 404 || status === 410) return whereContractsAre;
  if (status !== undefined) return 'open the address in a browser to see what it says';
  if (code === 'ECONNREFUSED') return 'is the service running, and is the port right?';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'is the name right, and does this machine have a network?';
  }
  if (!/CERT|SELF_SIGNED/.test(code)) return undefined;
  return 'name the file of its authority in NODE_EXTRA_CA_CERTS';
}
