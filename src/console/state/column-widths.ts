import type { RecordRow } from '../api/record-documents.ts';
import { memberOf } from '../parts/member-of.ts';
import type { Column } from './columns.ts';
import { showValue } from './format.ts';

/** By column, in pixels: what its name and its values want. */
export type ColumnWidths = ReadonlyMap<string, number>;

/** In pixels: what a column has at least, where its values want more; what a name and any column can want. */
const [enough, mostOfName, most] = [320, 220, 640];
const [padding, signWidth, monoWidth, sortWidth, markWidth, imageWidth] = [18, 7.5, 8, 20, 64, 82];

/** Signs of a text that are measured. */
const mostSigns = 160;

/** As wide as the names and these rows want; never less than before, so that what is read stays in place. */
export function measureColumns(
  columns: readonly Column[],
  rows: readonly RecordRow[],
  { before, origin }: { readonly before: ColumnWidths; readonly origin: string },
): ColumnWidths {
  const widths = new Map(before);
  for (const column of columns) {
    const id = identityOf(column);
    const wanted = rows.map((row) => measureCell(column, row, origin));
    const all = [widths.get(id) ?? 0, measureName(column), ...wanted];
    widths.set(id, Math.min(Math.ceil(Math.max(...all)), most));
  }
  return widths;
}

/** The tracks of a row, and how wide they are together at least. */
export function layOut(
  columns: readonly Column[],
  widths: ColumnWidths,
): { readonly tracks: readonly string[]; readonly least: number } {
  const wanted = columns.map((column) => widths.get(identityOf(column)) ?? measureName(column));
  const least = wanted.map((width) => Math.min(width, enough));
  // Each row is a grid of its own: a track may not depend on what is in it.
  const tracks = columns.map(({ isFlexible }, at) =>
    isFlexible ? `minmax(${least[at]}px, ${wanted[at]}fr)` : `${least[at]}px`,
  );
  return { tracks, least: least.reduce((sum, width) => sum + width, 0) };
}

function identityOf({ role, name }: Column): string {
  return `${role} ${name}`;
}

function measureName({ name }: Column): number {
  return Math.min(measureText(name, monoWidth) + padding + sortWidth, mostOfName);
}

function measureCell(column: Column, row: RecordRow, origin: string): number {
  const { name, field, role, hasImages } = column;
  if (role === 'key')
    return measureText(row.key, monoWidth) + padding + (row.is_made_up ? markWidth : 0);
  const { record } = row;
  const shown = showValue(memberOf(record, name), { name, field, record, origin, hasImages });
  if (shown.kind === 'image') return imageWidth;
  const isMono = shown.kind === 'json';
  // A badge has a frame, and a colour a swatch.
  const frame = shown.kind === 'badge' || shown.kind === 'colour' ? sortWidth : 0;
  return measureText(shown.text, isMono ? monoWidth : signWidth) + padding + frame;
}

/** About: to let the browser measure each text takes longer than to draw them. */
function measureText(text: string, width: number): number {
  const measured = text.slice(0, mostSigns);
  // Half of a sign such as an emoji is as wide as a letter.
  const wide = measured.match(/[\u1100-\ud7ff\uf900-\uffff]/g) ?? [];
  return (measured.length + wide.length) * width;
}
