/**
 * The smallest real file of a type, so that what is shown in a page or opened by a program works:
 * pictures of one pixel, an empty page, an empty archive.
 */
export function placeholderFor(essence: string): Uint8Array | undefined {
  const file = files.get(essence);
  return file === undefined ? undefined : Buffer.from(file.text, file.encoding);
}

interface File {
  readonly text: string;
  readonly encoding: 'base64' | 'utf8';
}

const png = inBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII=',
);
const jpeg = inBase64(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ',
    'EBAQEBAQEBAQEBAQEBAQEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAA',
    'AAAAAAD/2gAIAQEAAD8AP//Z',
  ].join(''),
);
const zip = inBase64('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==');

const files: ReadonlyMap<string, File> = new Map([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/jpg', jpeg],
  ['image/gif', inBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==')],
  ['image/webp', inBase64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')],
  ['image/svg+xml', inWords('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  // What is sent for a range.
  ['image/*', png],
  ['application/zip', zip],
  ['application/x-zip-compressed', zip],
  ['application/pdf', inWords(writePdf())],
]);

function inBase64(text: string): File {
  return { text, encoding: 'base64' };
}

function inWords(text: string): File {
  return { text, encoding: 'utf8' };
}

/** One empty page. The table at the end says where each object begins. */
function writePdf(): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Resources<<>>>>',
  ];
  let text = '%PDF-1.4\n';
  let table = 'xref\n0 4\n0000000000 65535 f \n';
  for (const [index, object] of objects.entries()) {
    table += `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj${object}endobj\n`;
  }
  return `${text}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}
