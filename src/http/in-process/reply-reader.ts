/** The status line and the headers of a reply. */
export interface ReplyHead {
  readonly status: number;
  readonly statusText: string;
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
}

/** What hears of a reply as its bytes come. */
export interface ReplyEvents {
  head(head: ReplyHead): void;
  body(bytes: Uint8Array): void;
  /** The reply is whole. */
  end(): void;
}

/** A part of a reply. `rest` are all bytes until the connection is closed. */
type Part = 'head' | 'counted' | 'rest' | 'size' | 'chunk' | 'trailers';

/** Reads one reply to a request of that method (RFC 9112, section 6.3). */
export class ReplyReader {
  private readonly method: string;
  private readonly events: ReplyEvents;
  private rest: Buffer = Buffer.alloc(0);
  /** Bytes of the body, or of the chunk, that are to come. */
  private left = 0;
  private isOver = false;
  private next: Part = 'head';

  constructor(method: string, events: ReplyEvents) {
    this.method = method;
    this.events = events;
  }

  /** Throws if the bytes are no reply of HTTP/1.1. */
  read(bytes: Uint8Array): void {
    if (this.isOver) return;
    this.rest = Buffer.concat([this.rest, bytes]);
    while (this.step());
  }

  /** The connection is closed: this ends a body without a length. */
  close(): void {
    if (!this.isOver && this.next === 'rest') this.end();
  }

  /** Reads a part of the reply. Returns whether the next one may have come, too. */
  private step(): boolean {
    switch (this.next) {
      case 'head':
        return this.readHead();
      case 'counted':
        this.passOn(this.left);
        return this.left === 0 && this.end();
      case 'rest':
        this.passOn(this.rest.byteLength);
        return false;
      case 'size':
        return this.readSize();
      case 'chunk':
        return this.readChunk();
      case 'trailers':
        return this.readTrailers();
    }
  }

  private readHead(): boolean {
    const text = this.takeUntil('\r\n\r\n');
    if (text === undefined) return false;
    const head = parseHead(text);
    // Another reply follows one that only informs.
    if (head.status < 200) return true;
    this.events.head(head);
    const framing = findFraming(this.method, head);
    if (framing === 'none') return this.end();
    if (typeof framing === 'number') this.left = framing;
    this.next = typeof framing === 'number' ? 'counted' : framing;
    return true;
  }

  private readSize(): boolean {
    const text = this.takeUntil('\r\n');
    if (text === undefined) return false;
    this.left = Number.parseInt(text, 16);
    if (Number.isNaN(this.left)) throw new Error(`a chunk has the size ${JSON.stringify(text)}`);
    this.next = this.left === 0 ? 'trailers' : 'chunk';
    return true;
  }

  private readChunk(): boolean {
    this.passOn(this.left);
    const lineEnd = 2;
    if (this.left > 0 || this.rest.byteLength < lineEnd) return false;
    this.rest = this.rest.subarray(lineEnd);
    this.next = 'size';
    return true;
  }

  private readTrailers(): boolean {
    const text = this.takeUntil('\r\n');
    return text === '' ? this.end() : text !== undefined;
  }

  /** Takes the text in front of a mark, and the mark. */
  private takeUntil(mark: string): string | undefined {
    const at = this.rest.indexOf(mark);
    if (at === -1) return undefined;
    const text = this.rest.toString('latin1', 0, at);
    this.rest = this.rest.subarray(at + mark.length);
    return text;
  }

  private passOn(most: number): void {
    const piece = this.rest.subarray(0, most);
    this.rest = this.rest.subarray(piece.byteLength);
    this.left -= piece.byteLength;
    if (piece.byteLength > 0) this.events.body(piece);
  }

  private end(): false {
    this.isOver = true;
    this.events.end();
    return false;
  }
}

function parseHead(text: string): ReplyHead {
  const [first = '', ...lines] = text.split('\r\n');
  const [, status, statusText = ''] = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(first) ?? [];
  if (status === undefined) throw new Error(`a reply begins with ${JSON.stringify(first)}`);
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(status), statusText, headers };
}

/** What a body begins with: the size of its first chunk, its bytes, or so many of them. */
type Framing = 'none' | 'size' | 'rest' | number;

function findFraming(method: string, { status, headers }: ReplyHead): Framing {
  if (method === 'HEAD' || status === 204 || status === 304) return 'none';
  let length: string | undefined;
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]?.toLowerCase();
    const value = headers[index + 1] ?? '';
    if (name === 'transfer-encoding' && /chunked$/i.test(value)) return 'size';
    if (name === 'content-length') length = value;
  }
  if (length === undefined) return 'rest';
  if (!/^\d+$/.test(length)) throw new Error(`a reply has the length ${JSON.stringify(length)}`);
  return Number(length);
}
