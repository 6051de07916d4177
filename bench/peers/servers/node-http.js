// The limit: what Node itself takes for a request. It looks at the method and at nothing else.
import { createServer } from 'node:http';

import { page } from './page.js';

const body = JSON.stringify(page);
const headers = ['Content-Type', 'application/json', 'Content-Length', `${body.length}`];

createServer((request, response) => {
  request.resume();
  if (request.method === 'PATCH') return response.writeHead(204).end();
  return response.writeHead(200, headers).end(body);
}).listen(Number(process.argv[2]), '127.0.0.1');
