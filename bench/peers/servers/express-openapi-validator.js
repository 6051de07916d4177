// Requests, responses and security validated, as its documentation shows it; no state.
import express from 'express';
import { middleware } from 'express-openapi-validator';

import { assetPath, page, pagePath } from './page.js';

const isKnown = (request) => request.headers['x-api-key'] === 'key-all-scopes';
const isGithub = process.argv[3].endsWith('github.com.json');

const app = express();
app.use(express.json());
app.use(
  middleware({
    apiSpec: process.argv[3],
    validateRequests: true,
    validateResponses: true,
    validateSecurity: isGithub ? false : { handlers: { apiKey: isKnown, oauthToken: () => false } },
  }),
);
app.get(pagePath, (_request, response) => {
  response.json(page);
});
app.patch(assetPath, (_request, response) => {
  response.status(204).end();
});
app.get('/repos/:owner/:repo', (_request, response) => {
  response.json({});
});
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message });
});
app.listen(Number(process.argv[2]), '127.0.0.1');
