/** Finds the end of each reply in what comes over a connection, and tells its status. Framed by Content-Length, or without a body. */
export function createReplyReader(tell: (status: number) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    rest += text;
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      if (head === -1) return;
      const [, length = '0'] = /\r\ncontent-length: *(\d+)/i.exec(rest.slice(0, head)) ?? [];
      const end = head + 4 + Number(length);
      if (rest.length < end) return;
      const status = Number(rest.slice(9, 12));
      rest = rest.slice(end);
      // An interim reply has its own one after it.
      if (status >= 200) tell(status);
    }
  };
}
