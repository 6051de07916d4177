import { createServer } from 'node:http';

const { API_URL: api, PORT: port = 3000 } = process.env;

createServer(async (_, response) => {
  const reply = await fetch(`${api}/orders`);
  const orders = await reply.json();
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(orders.map(({ item, quantity }) => `${quantity} × ${item}\n`).join(''));
}).listen(port);
