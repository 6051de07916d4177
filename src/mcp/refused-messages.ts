/** An error of JSON-RPC for what is no message. It answers no id: none could be read. */
export interface RefusedMessage {
  readonly jsonrpc: '2.0';
  readonly id: null;
  readonly error: { readonly code: number; readonly message: string };
}

/** The codes of JSON-RPC for an invalid request, and for what is no JSON. */
const [invalidRequest, parseError] = [-32_600, -32_700];

export function refuseMessage(message: string): RefusedMessage {
  return { jsonrpc: '2.0', id: null, error: { code: invalidRequest, message } };
}

/** `why`: what the parser says of it. */
export function refuseText(why: string): RefusedMessage {
  const message = `this is no JSON (${why}), and a message is one object of JSON on one line: it is left out`;
  return { jsonrpc: '2.0', id: null, error: { code: parseError, message } };
}

/** The protocol has no batches since 2025-06-18. Nothing of a batch is carried out. */
export function refuseBatch(): RefusedMessage {
  return refuseMessage(
    'this is a batch, and the protocol has none: send each message by itself; none of these is carried out',
  );
}
