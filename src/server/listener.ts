import type { App } from '../http/app.ts';
import type { Listening } from '../http/listen.ts';
import { listen } from '../http/listen.ts';

export interface ListenOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** The server's own listener, at one address at a time. */
export interface Listener {
  /** Throws if the server does not listen. */
  url(this: void): string;
  open(this: void, options?: ListenOptions): Promise<Listening>;
  /** Lets requests under way finish. */
  close(this: void): Promise<void>;
}

export function createListener(app: App): Listener {
  let opening: Promise<Listening> | undefined;
  let opened: Listening | undefined;
  return {
    url() {
      if (!opened) throw new Error('this stand-in does not listen: call listen() first');
      return opened.url;
    },
    async open({ port = 0, host = '127.0.0.1' } = {}) {
      if (opening) throw new Error('this stand-in listens already: close() it first');
      opening = listen(app.handlers, { port, host });
      try {
        return (opened = await opening);
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      const closing = opening;
      opening = undefined;
      opened = undefined;
      await (await closing)?.close(app.release);
      // Also without a listener: an app that mounts this one may have passed on requests.
      app.release();
    },
  };
}
