import type { Notice } from '../server/options.ts';
import type { Exchange } from '../server/watching/observer.ts';
import { hideInUrls } from '../traffic/redaction/found/text-secrets.ts';
import type { Color, Paint, Terminal } from './terminal.ts';
import { printable, printableJson, printableLines } from './terminal.ts';

/** What a running server says, in the form that was asked for. */
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

/** One event as one line for programs. */
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

/**
 * What is said in one turn of the event loop is written at once: to write to a pipe takes longer than
 * to answer a request.
 */
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

/** The hour, minute and second, written once for each. */
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

/** Nothing but what went wrong. */
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

/** Stands for the method and the path of a request that could not be read. */
const unreadable = '-';

function printNotice({ level, message }: Notice, { out, error, paint }: Terminal): void {
  const print = level === 'error' ? error : out;
  const color: Color = level === 'error' ? 'red' : level === 'warning' ? 'yellow' : 'cyan';
  print(`${paint(color, `${level}:`)} ${printableLines(hideInUrls(message))}\n`);
}

/** Orchestrators ask every few seconds; that they got their answer is no news. */
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
