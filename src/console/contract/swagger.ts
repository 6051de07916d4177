import '../style/swagger.css';

import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';

import type { JsonObject } from '../api/documents.ts';
import { mendMarkup } from './mend-markup.ts';
import { quiet } from './swagger-plugin.ts';

/** A request of swagger-ui, which may be changed before it is sent. */
export interface TriedRequest {
  url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

export interface SwaggerSetting {
  readonly node: HTMLElement;
  readonly document: JsonObject;
  /** Which part of the document is shown. */
  readonly shows: 'operation' | 'description';
  /** Whether requests can be sent from it. */
  readonly canTry: boolean;
  /** Called with each request before it is sent. */
  onRequest(this: void, request: TriedRequest): Promise<void>;
  onReply(this: void): void;
}

/**
 * Shows a part of a contract by swagger-ui, which is loaded together with this file alone. Returns
 * how to end that.
 */
export function showBySwagger(setting: SwaggerSetting): () => void {
  const { node, document, shows, canTry, onRequest, onReply } = setting;
  const end = mendMarkup(node);
  SwaggerUI({
    domNode: node,
    spec: document,
    plugins: [quiet],
    layout: shows === 'operation' ? 'OneOperation' : 'OneDescription',
    docExpansion: 'full',
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 2,
    defaultModelRendering: 'model',
    tryItOutEnabled: canTry,
    // None: the buttons are left out.
    ...(canTry ? {} : { supportedSubmitMethods: [] }),
    displayRequestDuration: true,
    showCommonExtensions: true,
    persistAuthorization: false,
    // Nothing is asked elsewhere, and no text is coloured by inline styles.
    validatorUrl: null,
    oauth2RedirectUrl: null,
    syntaxHighlight: { activated: false },
    async requestInterceptor(request: TriedRequest) {
      await onRequest(request);
      return request;
    },
    responseInterceptor(reply: unknown) {
      onReply();
      return reply;
    },
  });
  return end;
}
