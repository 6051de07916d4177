import type { MockOptions } from '../../src/index.ts';

/** What a page may do, in the columns of the table in docs/browsers.md. */
export interface Row {
  readonly reads: 'no' | 'without credentials' | 'with credentials';
  readonly privateNetwork: boolean;
  readonly writes: boolean;
}

type RowName = 'no page' | 'trusted' | 'neighbour' | 'open' | 'foreign';

export const rows: Readonly<Record<RowName, Row>> = {
  'no page': { reads: 'no', privateNetwork: false, writes: true },
  trusted: { reads: 'with credentials', privateNetwork: true, writes: true },
  neighbour: { reads: 'without credentials', privateNetwork: true, writes: true },
  open: { reads: 'without credentials', privateNetwork: false, writes: true },
  foreign: { reads: 'no', privateNetwork: false, writes: false },
};

export type Case = readonly [row: RowName, ...headers: string[]];

const at = (host: string, origin: string, ...more: string[]): string[] => [
  `Host: ${host}`,
  `Origin: ${origin}`,
  ...more,
];

export const byDefault: readonly Case[] = [
  // Its host is that of the request.
  ['trusted', ...at('api.test:4010', 'http://api.test:4010')],
  ['trusted', ...at('api.test', 'http://api.test')],
  ['trusted', ...at('api.test', 'https://api.test')],
  ['trusted', ...at('api.test:80', 'http://api.test')],
  ['trusted', ...at('api.test:443', 'https://api.test')],
  ['trusted', ...at('API.Test:4010', 'http://api.test:4010')],
  ['trusted', ...at('api.test:4010', 'HTTP://API.TEST:4010')],
  ['trusted', ...at('api.test.:4010', 'http://api.test:4010')],
  ['trusted', ...at('[2001:db8::1]:4010', 'http://[2001:db8::1]:4010')],
  ['trusted', ...at('[2001:DB8::1]', 'http://[2001:db8::1]')],
  ['trusted', ...at('8.8.8.8:4010', 'http://8.8.8.8:4010')],
  ['foreign', ...at('api.test:443', 'http://api.test')],
  ['foreign', ...at('api.test:4010', 'http://api.test:4011')],
  ['foreign', ...at('api.test:4010', 'http://api.test')],
  ['foreign', ...at('api.test:4010', 'http://app.api.test:4010')],
  ['foreign', ...at('api', 'chrome-extension://api')],
  // A development proxy has changed the host.
  ['trusted', ...at('127.0.0.1:4010', 'https://app.example', 'Sec-Fetch-Site: same-origin')],
  ['foreign', ...at('127.0.0.1:4010', 'https://app.example', 'Sec-Fetch-Site: same-site')],
  ['foreign', ...at('127.0.0.1:4010', 'https://app.example', 'Sec-Fetch-Site: cross-site')],
  ['foreign', ...at('127.0.0.1:4010', 'https://app.example', 'Sec-Fetch-Site: none')],
  ['no page', 'Origin: null', 'Sec-Fetch-Site: same-origin'],
  // It is of this machine.
  ['trusted', 'Origin: http://localhost:5173', 'Sec-Fetch-Site: cross-site'],
  ['trusted', 'Origin: https://localhost'],
  ['trusted', 'Origin: http://LocalHost:6006'],
  ['trusted', 'Origin: http://app.localhost:3000'],
  ['trusted', 'Origin: http://127.0.0.1:5173'],
  ['trusted', 'Origin: http://127.0.0.9'],
  ['trusted', 'Origin: http://[::1]:5173'],
  ['trusted', 'Origin: capacitor://localhost'],
  ['trusted', 'Origin: tauri://localhost'],
  ['trusted', 'Origin: https://tauri.localhost'],
  ['trusted', 'Origin: ionic://localhost'],
  ['foreign', 'Origin: http://localhost.evil.example'],
  ['foreign', 'Origin: http://127.0.0.1.evil.example'],
  ['foreign', 'Origin: http://evil.example:80#localhost'],
  ['foreign', 'Origin: http://localhost@evil.example'],
  ['foreign', 'Origin: http://evil.example?.localhost'],
  // It has a private address.
  ['neighbour', ...at('127.0.0.1:4010', 'http://192.168.1.5:5173')],
  ['neighbour', ...at('192.168.1.6:4010', 'http://192.168.1.5:5173')],
  ['trusted', ...at('192.168.1.5:4010', 'http://192.168.1.5:5173')],
  ['trusted', ...at('[fd00::5]:4010', 'http://[fd00::5]:5173')],
  ['neighbour', 'Origin: https://10.0.0.7'],
  ['neighbour', 'Origin: http://172.16.0.1:8080'],
  ['neighbour', 'Origin: http://[fd00::5]:5173'],
  ['foreign', 'Origin: http://172.32.0.1:8080'],
  ['foreign', 'Origin: http://8.8.8.8'],
  ['foreign', 'Origin: http://10.0.0.1.evil.example'],
  // It is an app.
  ['trusted', 'Origin: app://com.example.app'],
  ['trusted', 'Origin: app://-'],
  ['trusted', 'Origin: vscode-webview://1a2b3c'],
  ['foreign', 'Origin: chrome-extension://abcdefgh'],
  ['foreign', 'Origin: moz-extension://0b1c2d3e-4f50'],
  ['foreign', 'Origin: safari-web-extension://0B1C2D3E'],
  ['foreign', 'Origin: chrome-extension://localhost'],
  ['foreign', 'Origin: ipfs://bafybeigdyr'],
  ['foreign', 'Origin: ssb://feed'],
  ['foreign', 'Origin: content://com.example.files'],
  ['foreign', 'Origin: IPFS://localhost'],
  ['foreign', 'Origin: ipns://evil.example'],
  ['foreign', 'Origin: hyper://1a2b3c'],
  ['foreign', 'Origin: dat://1a2b3c'],
  ['foreign', 'Origin: bzz://1a2b3c'],
  ['foreign', 'Origin: ws://evil.example'],
  ['foreign', 'Origin: ftp://evil.example'],
  ['foreign', 'Origin: HTTPS://EVIL.EXAMPLE'],
  // It is any other.
  ['foreign', 'Origin: https://evil.example'],
  ['foreign', 'Origin: null'],
  ['foreign', 'Origin: null', 'Sec-Fetch-Site: cross-site'],
  ['foreign', 'Origin: file://'],
  ['foreign', 'Origin: file://localhost'],
  // No browser sends these.
  ['foreign', 'Origin: http://localhost:5173', 'Origin: https://evil.example'],
  ['foreign', 'Origin: http://localhost:5173, http://localhost:5174'],
  ['foreign', 'Origin: http://localhost:5173/'],
  ['foreign', 'Origin: http://localhost:5173 x'],
  ['foreign', 'Origin: localhost:5173'],
  ['foreign', 'Origin: //localhost'],
  ['foreign', 'Origin: http://'],
  ['foreign', 'Origin: *'],
  ['foreign', 'Origin:'],
  ['foreign', `Origin: http://${'a'.repeat(8_000)}.localhost`],
];

/** Without an origin there is nothing that a preflight could be told. */
export const withoutOrigin: readonly Case[] = [
  ['no page'],
  ['no page', 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'],
  ['no page', 'Sec-Fetch-Site: same-origin'],
  ['no page', 'Sec-Fetch-Site: same-site'],
  ['foreign', 'Sec-Fetch-Site: cross-site'],
];

export const configured: readonly [
  origins: NonNullable<MockOptions['corsOrigin']>,
  cases: readonly Case[],
][] = [
  [
    ['https://app.example', 'https://*.preview.example', 'http://*.dev.example:8080'],
    [
      ['trusted', 'Origin: https://app.example'],
      ['trusted', 'Origin: https://a.preview.example'],
      ['trusted', 'Origin: https://b.a.preview.example'],
      ['trusted', 'Origin: HTTPS://A.Preview.Example'],
      ['trusted', 'Origin: https://a.preview.example:443'],
      ['trusted', 'Origin: http://a.dev.example:8080'],
      ['trusted', 'Origin: http://localhost:5173'],
      ['foreign', 'Origin: https://preview.example'],
      ['foreign', 'Origin: https://.preview.example'],
      ['foreign', 'Origin: https://a..preview.example'],
      ['foreign', 'Origin: https://evilpreview.example'],
      ['foreign', 'Origin: https://a.preview.example.evil.example'],
      ['foreign', 'Origin: https://evil.example/.preview.example'],
      ['foreign', 'Origin: https://evil.example#.preview.example'],
      ['foreign', 'Origin: https://a.preview.example:8443'],
      ['foreign', 'Origin: http://a.preview.example'],
      ['foreign', 'Origin: http://a.dev.example'],
      ['foreign', 'Origin: https://app.example:8443'],
      ['foreign', 'Origin: http://app.example'],
      ['foreign', 'Origin: https://sub.app.example'],
      ['foreign', 'Origin: null'],
    ],
  ],
  [
    'http://10.0.0.7:5173',
    [
      ['trusted', ...at('127.0.0.1', 'http://10.0.0.7:5173')],
      ['neighbour', ...at('127.0.0.1', 'http://10.0.0.7')],
    ],
  ],
  [
    'chrome-extension://abcdefgh',
    [
      ['trusted', 'Origin: chrome-extension://abcdefgh'],
      ['foreign', 'Origin: chrome-extension://hgfedcba'],
    ],
  ],
  [
    '*',
    [
      ['open', 'Origin: https://evil.example'],
      ['open', 'Origin: null'],
      ['open', 'Origin: chrome-extension://abcdefgh'],
      ['open', 'Origin: nonsense'],
      ['trusted', 'Origin: http://localhost:5173'],
      ['neighbour', ...at('127.0.0.1', 'http://10.0.0.7')],
    ],
  ],
  [
    'null',
    [
      ['open', 'Origin: null'],
      ['open', 'Origin: file://'],
      ['foreign', 'Origin: https://evil.example'],
    ],
  ],
];
