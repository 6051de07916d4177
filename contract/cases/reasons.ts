/** Why a request can't go through the referee, or a case can't be asked of any other server. */

export const direct = {
  head: 'Prism turns HEAD into a 500',
  escape: 'Prism may end at a stray percent sign',
  dots: 'Prism makes paths regular',
  malformed: 'Prism answers malformed JSON itself',
  falsy: 'Prism sends null, false and 0 on as no body at all',
  text: 'Prism sends a JSON string on without its quotes',
  spelling: 'Prism sends JSON on in its own spelling',
  charset: 'Prism reads the body by its charset itself',
  noType: 'Prism names a content type where there is none',
  noAccept: 'Prism sends an Accept where there is none',
  chunks: 'Prism sends every body on with its length',
  large: 'Prism answers bodies over 10 MB itself',
  getBody: 'Prism refuses to send a GET on with a body',
  reading: 'Prism reads the whole body before it sends the request on',
} as const;

export const standInOnly = {
  methods: 'other servers may have more methods at this path, and they may do harm',
  gateways: 'a gateway in front of a server may read bodies, or ask for them, on its own',
  dots: 'a gateway in front of a server may make paths regular',
  charset: 'RFC 8259 lets other servers ignore the parameter',
  coding: 'the contract leaves it open whether content codings are read',
  garbage: 'the contract leaves it open what an Accept that says nothing means',
  breach: 'the server has to be broken on purpose',
  exactly: 'other servers may show more members than the contract declares',
} as const;
