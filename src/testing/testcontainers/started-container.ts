import type { StartedTestContainer } from 'testcontainers';
import { AbstractStartedContainer } from 'testcontainers';

import type { RemoteMock, RemoteWorld } from '../../client/index.ts';
import { connect } from '../../client/index.ts';
import type { MockWorldInput } from '../../library/worlds.ts';

/** A server that runs in a container. */
export class StartedStuntdoubleContainer extends AbstractStartedContainer {
  readonly #port: number;
  readonly #controlToken: string;

  constructor(started: StartedTestContainer, port: number, controlToken: string) {
    super(started);
    this.#port = port;
    this.#controlToken = controlToken;
  }

  /** The base URL for clients on this machine. A restart may change its port. */
  getUrl(): string {
    const host = this.getHost();
    return `http://${host.includes(':') ? `[${host}]` : host}:${this.getMappedPort(this.#port)}`;
  }

  getControlToken(): string {
    return this.#controlToken;
  }

  /** The server's client, with the members of its default world. */
  get mock(): RemoteMock {
    return connect(this.getUrl(), { controlToken: this.#controlToken });
  }

  /** A private world, as `mock.world()`. */
  world(name?: string, input?: MockWorldInput): Promise<RemoteWorld> {
    return this.mock.world(name, input);
  }
}
