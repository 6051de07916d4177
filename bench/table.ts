/** A table for people: the first column is text, the others are figures. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function writeTable({ columns, rows }: Table): string {
  return [columns, columns.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.map(escape).join(' | ')} |`)
    .join('\n');
}

function escape(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}

export function showRatio(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(2);
}

export function showCount(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function showSeconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

export function showMilliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}

export function showMegabytes(bytes: number): string {
  return `${showCount(bytes / 2 ** 20)} MB`;
}
