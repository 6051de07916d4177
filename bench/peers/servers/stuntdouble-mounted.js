// Stuntdouble in an Express app of somebody else, below a prefix; with "middleware", behind some.
import { join } from 'node:path';

import express from 'express';

import { createMock } from '../../../dist/index.js';

const [, , port, contract, fixtures, extra] = process.argv;
const mock = await createMock({
  contract,
  fixtures,
  data: join(process.cwd(), 'data'),
  durability: 'flush',
});
const app = express();
if (extra === 'middleware') {
  app.use((_request, response, next) => {
    response.setHeader('X-Served-By', 'bench');
    next();
  });
}
app.use('/mounted', mock.app);
app.listen(Number(port), '127.0.0.1');
