/** The place of a reference: a document by the name that the server gives it, and a JSON Pointer. */
export interface Place {
  readonly document: string;
  readonly pointer: string;
}

/** Undefined: the console can't follow it, such as an anchor. */
export function findPlace(reference: string, from: string): Place | undefined {
  const [file = '', fragment = ''] = reference.split(/#(.*)/s, 2);
  const pointer = decode(fragment);
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  const document = file === '' ? from : nameFrom(decode(file), from);
  return document === undefined ? undefined : { document, pointer };
}

/** Names are paths from the folder of the first contract, or URLs. */
function nameFrom(file: string, from: string): string | undefined {
  if (isUrl(file)) return file;
  if (isUrl(from)) return URL.canParse(file, from) ? new URL(file, from).href : undefined;
  const steps = [...from.split('/').slice(0, -1), ...file.split('/')];
  const path: string[] = [];
  for (const step of steps) {
    if (step === '.' || step === '') continue;
    if (step === '..' && path.length > 0 && path.at(-1) !== '..') path.pop();
    else path.push(step);
  }
  return path.join('/');
}

function isUrl(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
