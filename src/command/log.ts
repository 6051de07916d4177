import type { Notice } from '../server/options/options.ts';
import type { Exchange } from '../server/watching/observer.ts';
import { hideInUrls } from '../traffic/redaction/found/text-secrets.ts';
import type { Color, Paint, Terminal } from './terminal.ts';
import { printable, printableJson, printableLines } from './terminal.ts';

/** Prints requests and notices in one form. */
export interface Log {
  exchange(exchange: Exchange): void;
  notice(notice: Notice): void;
}

export type LogForm = 'human' | 'json' | 'silent';

export function createLog(form: LogForm, terminal: Terminal): Log {
  switch (form) {
    case 'json':
      return createJsonLog(terminal);
    case 'human':
      return createHumanLog(terminal);
    case 'silent':
      return createSilentLog(terminal);
  }
}

/** One event as one line of JSON. */
export function jsonLine(event: string, members: object): string {
  return `${printableJson({ time: new Date().toISOString(), event, ...members })}\n`;
}

function createJsonLog({ out }: Terminal): Log {
  const batch = createBatch(out);
  return {
    exchange(exchange) {
      if (!isProbe(exchange)) batch.add(jsonLine('request', exchange));
    },
    notice(notice) {
      batch.flush();
      out(jsonLine('notice', { ...notice, message: hideInUrls(notice.message) }));
    },
  };
}

function createHumanLog(terminal: Terminal): Log {
  const batch = createBatch(terminal.out);
  const timeOfDay = createTimeOfDay();
  return {
    exchange(exchange) {
      if (isProbe(exchange)) return;
      batch.add(`${describeExchange(exchange, timeOfDay(), terminal.paint)}\n`);
    },
    notice(notice) {
      batch.flush();
      printNotice(notice, terminal);
    },
  };
}

interface Batch {
  add(text: string): void;
  flush(): void;
}

/** Writes once for each turn of the event loop: a write to a pipe takes longer than a reply. */
function createBatch(out: Terminal['out']): Batch {
  let text = '';
  const flush = (): void => {
    if (text === '') return;
    const said = text;
    text = '';
    out(said);
  };
  return {
    add(more) {
      if (text === '') setImmediate(flush);
      text += more;
    },
    flush,
  };
}

/** Formats the time only once for each second. */
function createTimeOfDay(): () => string {
  let second = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000);
      text = new Date(now).toTimeString().slice(0, 8);
    }
    return text;
  };
}

/** Prints errors only. */
function createSilentLog(terminal: Terminal): Log {
  return {
    exchange: () => undefined,
    notice(notice) {
      if (notice.level === 'error') printNotice(notice, terminal);
    },
  };
}

function describeExchange(exchange: Exchange, time: string, paint: Paint): string {
  const { method, path, status, milliseconds, operation, reason, world } = exchange;
  const color = colorOf(status);
  return [
    paint('dim', time),
    printable(method || unreadable).padEnd(6),
    printable(path || unreadable),
    paint(color, String(status)),
    paint('dim', `${milliseconds} ms`),
    ...(operation === undefined ? [] : [printable(operation)]),
    ...(world === undefined ? [] : [printable(`in ${world}`)]),
    ...(reason === '' ? [] : [paint(color, `– ${printable(reason)}`)]),
  ].join(' ');
}

/** Printed for the method and the path of a request that the server could not read. */
const unreadable = '-';

function printNotice({ level, message }: Notice, { out, error, paint }: Terminal): void {
  const print = level === 'error' ? error : out;
  const color: Color = level === 'error' ? 'red' : level === 'warning' ? 'yellow' : 'cyan';
  print(`${paint(color, `${level}:`)} ${printableLines(hideInUrls(message))}\n`);
}

/** Orchestrators send probes every few seconds: the log leaves out those that succeed. */
function isProbe({ lane, operation, status }: Exchange): boolean {
  return (
    lane === 'control' &&
    status === 200 &&
    (operation === 'getHealth' || operation === 'getReadiness')
  );
}

function colorOf(status: number): Color {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}
