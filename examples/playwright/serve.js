import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

createServer(async (_, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(await readFile('index.html'));
}).listen(3417);
