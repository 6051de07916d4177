/** One of the pairs in a Cookie header. */
export interface Cookie {
  /** As the client wrote it, with the white space around it. */
  readonly pair: string;
  readonly name: string;
  /** Undefined where the pair has no equals sign. */
  readonly value: string | undefined;
}

/** Splits a Cookie header. Quotes around a value do not belong to it (RFC 6265, section 4.1.1). */
export function splitCookies(header: string): readonly Cookie[] {
  return header.split(';').map((pair) => {
    const equals = pair.indexOf('=');
    if (equals === -1) return { pair, name: pair.trim(), value: undefined };
    const value = pair.slice(equals + 1).trim();
    return {
      pair,
      name: pair.slice(0, equals).trim(),
      value: /^"(.*)"$/s.exec(value)?.[1] ?? value,
    };
  });
}
