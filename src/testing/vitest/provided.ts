/** What the plugin tells the tests of its server: `inject('stuntdouble')`. */
export interface ProvidedServer {
  /** Its base URL: of this machine, or in a browser of the page's own origin. */
  readonly url: string;
  readonly controlToken?: string;
  readonly controlPrefix?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stuntdouble: ProvidedServer;
  }
}
