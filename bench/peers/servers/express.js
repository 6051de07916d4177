// The measure of all: two bare routes, no validation, no state, everything else as Express comes.
import express from 'express';

import { assetPath, page, pagePath } from './page.js';

const app = express();
app.get(pagePath, (_request, response) => {
  response.json(page);
});
app.patch(assetPath, express.json(), (_request, response) => {
  response.status(204).end();
});
app.listen(Number(process.argv[2]), '127.0.0.1');
