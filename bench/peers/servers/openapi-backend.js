// Requests, responses and security validated, as its documentation shows it; no state.
import addFormats from 'ajv-formats';
import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';

import { page } from './page.js';

const api = new OpenAPIBackend({
  definition: process.argv[3],
  // Otherwise it holds a contract of 3.1 to the schema of 3.0, and refuses it.
  quick: true,
  // The paths of this contract end in one.
  ignoreTrailingSlashes: false,
  customizeAjv: (ajv) => {
    addFormats.default(ajv);
    return ajv;
  },
  handlers: {
    getProjectPage: () => ({ status: 200, body: page }),
    updateWorkspaceAsset: () => ({ status: 204 }),
    notImplemented: (context) => {
      const { status, mock } = context.api.mockResponseForOperation(context.operation.operationId);
      return { status, body: mock };
    },
    unauthorizedHandler: () => ({ status: 401, body: { message: 'who is there?' } }),
    validationFail: (context) => ({ status: 400, body: { errors: context.validation.errors } }),
    notFound: () => ({ status: 404, body: { message: 'not found' } }),
    postResponseHandler: (context, _request, response) => {
      const { status, body } = context.response;
      if (body === undefined) return response.status(status).end();
      const { errors } =
        status === 200 ? context.api.validateResponse(body, context.operation, status) : {};
      return errors ? response.status(502).json({ errors }) : response.status(status).json(body);
    },
  },
});
api.registerSecurityHandler(
  'apiKey',
  (context) => context.request.headers['x-api-key'] === 'key-all-scopes',
);
api.registerSecurityHandler('oauthToken', () => false);
await api.init();

const app = express();
app.use(express.json());
app.use((request, response) => api.handleRequest(request, request, response));
app.listen(Number(process.argv[2]), '127.0.0.1');
