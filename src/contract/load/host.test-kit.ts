import type { Server } from 'node:http';
import { createServer } from 'node:http';

import { onTestFinished } from 'vitest';

/** A host of this machine that serves texts by their paths; what begins with `=> ` is a redirect. */
export async function serveTexts(texts: Readonly<Record<string, string>>): Promise<string> {
  const server: Server = createServer((request, response) => {
    const text = texts[request.url ?? ''];
    response.statusCode = text === undefined ? 404 : 200;
    if (text?.startsWith('=> ')) response.writeHead(302, { location: text.slice(3) });
    response.end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it has no address');
  return `http://127.0.0.1:${address.port}`;
}
