import type { Notice } from '../server/options/options.ts';
import type { Exchange } from '../server/watching/observer.ts';
import { hideInUrls } from '../traffic/redaction/found/text-secrets.ts';
import { cutTo, fitColumns, shortenPath, widthOf, wrap } from './columns.ts';
import type { Color, Terminal } from './terminal.ts';
import { printable, printableJson, printableLines } from '../base/printable.ts';

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
      batch.add(`${describeExchange(exchange, timeOfDay(), terminal)}\n`);
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

function createSilentLog(terminal: Terminal): Log {
  return createNoticeLog(terminal, ['error']);
}

/** Prints notices of these levels, and no requests. */
export function createNoticeLog(terminal: Terminal, levels: readonly Notice['level'][]): Log {
  return {
    exchange: () => undefined,
    notice(notice) {
      if (levels.includes(notice.level)) printNotice(notice, terminal);
    },
  };
}

/**
 * One line. Where it would be wider than the terminal, the path loses segments in its middle, and
 * the reason has lines of its own.
 */
function describeExchange(
  exchange: Exchange,
  time: string,
  { paint, columns }: Pick<Terminal, 'paint' | 'columns'>,
): string {
  const { method, path, milliseconds, operation, world } = exchange;
  const status = exchange.unsent ?? exchange.status;
  const width = fitColumns(columns) ?? Infinity;
  const color = exchange.unsent === undefined ? colorOf(exchange.status) : 'red';
  const verb = printable(method || unreadable).padEnd(6);
  const result = `${status} ${milliseconds} ms`;
  const named = operation === undefined ? '' : ` ${printable(operation)}`;
  const whose = `${named}${world === undefined ? '' : printable(` in ${world}`)}`;
  const room = width - widthOf(`${time} ${verb}  ${result}`);
  const by = cutTo(whose, Math.max(room - leastPath, room / 2));
  const line = [
    paint('dim', time),
    verb,
    shortenPath(printable(path || unreadable), room - widthOf(by)),
    paint(color, String(status)),
    `${paint('dim', `${milliseconds} ms`)}${by}`,
  ].join(' ');
  const notes = notesOn(exchange, color);
  if (notes.length === 0) return line;
  const behind = notes.map(([, text]) => ` ${text}`).join('');
  const used = widthOf(`${time} ${verb}  ${result}${by}${behind}`) + widthOf(printable(path));
  if (used <= width) return [line, ...notes.map(([hue, text]) => paint(hue, text))].join(' ');
  return [
    line,
    ...notes.flatMap(([hue, text]) =>
      wrap(text, width - indent.length).map((part) => indent + paint(hue, part)),
    ),
  ].join('\n');
}

/** Why it was refused, and which query parameters no one declares. */
function notesOn(
  { reason, unknownQuery = [] }: Exchange,
  color: Color,
): readonly (readonly [Color, string])[] {
  const more = unknownQuery.length - mostUnknown;
  return [
    ...(reason === '' ? [] : [[color, `– ${printable(reason)}`] as const]),
    ...unknownQuery
      .slice(0, mostUnknown)
      .map((text) => ['yellow', `– ${printable(text)}`] as const),
    ...(more > 0 ? [['yellow', `… and ${more} more`] as const] : []),
  ];
}

/** Below the method. */
const indent = ' '.repeat(9);
/** How much of a path is shown in any case, if the rest of the line can be shorter. */
const leastPath = 24;
/** So many undeclared query parameters of a request are named in its line. */
const mostUnknown = 3;

/** Printed for the method and the path of a request that the server could not read. */
const unreadable = '-';

function printNotice({ level, message }: Notice, terminal: Terminal): void {
  const { out, error, paint } = terminal;
  const print = level === 'error' ? error : out;
  const color: Color = level === 'error' ? 'red' : level === 'warning' ? 'yellow' : 'cyan';
  const width = fitColumns(terminal.columns) ?? Infinity;
  const [first = '', ...lines] = `${level}: ${printableLines(hideInUrls(message))}`
    .split('\n')
    .flatMap((line) => wrapLine(line, width));
  const head = paint(color, first.slice(0, level.length + 1)) + first.slice(level.length + 1);
  print(`${[head, ...lines].join('\n')}\n`);
}

/** Lines that fit stay as they are: they may show a piece of a file. */
function wrapLine(line: string, width: number): readonly string[] {
  if (widthOf(line) <= width) return [line];
  return wrap(line, width - 2).map((text, index) => (index === 0 ? text : `  ${text}`));
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
