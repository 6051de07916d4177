import { Socket } from 'node:net';

/** What the client does with what the server sends. */
export interface WireEnds {
  /** Calls `onTaken` when it can take more. */
  receive(this: void, bytes: Uint8Array, onTaken: () => void): void;
  /** The server sends nothing more. */
  close(this: void, isReset: boolean): void;
}

/**
 * The server's side of a connection to a client in the same process. It is a socket, since the
 * server asks more of a connection than a plain stream can tell, but it has no network below it.
 */
export class Wire extends Socket {
  /** No connection of a network has this. */
  readonly isOfThisProcess = true;
  override readonly remoteAddress = '127.0.0.1';
  override bytesRead = 0;
  readonly #ends: WireEnds;
  #goOn: () => void = doNothing;
  #isReset = false;

  constructor(ends: WireEnds) {
    // As the connections of an HTTP server are.
    super({ allowHalfOpen: true });
    this.#ends = ends;
    this.once('close', () => {
      this.#goOn();
      ends.close(this.#isReset);
    });
  }

  /** Sends bytes to the server; resolves when it takes more, or is gone. */
  async send(bytes: Uint8Array): Promise<void> {
    if (this.destroyed) return;
    this.bytesRead += bytes.byteLength;
    if (this.push(bytes)) return;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
  }

  override resetAndDestroy(): this {
    this.#isReset = true;
    return this.destroy();
  }

  override _read(): void {
    this.#goOn();
    this.#goOn = doNothing;
  }

  override _write(chunk: Written, encoding: BufferEncoding, onTaken: () => void): void {
    this.#ends.receive(toBytes({ chunk, encoding }), onTaken);
  }

  override _writev(chunks: readonly WrittenChunk[], onTaken: () => void): void {
    this.#ends.receive(Buffer.concat(chunks.map(toBytes)), onTaken);
  }

  override _final(onEnd: () => void): void {
    this.#ends.close(false);
    onEnd();
  }
}

/** A socket gets texts as they were written. */
type Written = Uint8Array | string;

interface WrittenChunk {
  readonly chunk: Written;
  readonly encoding: BufferEncoding;
}

function toBytes({ chunk, encoding }: WrittenChunk): Uint8Array {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
}

function doNothing(): void {
  // Nothing waits.
}
