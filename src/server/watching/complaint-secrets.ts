import { basename } from 'node:path';

import type { Complaint } from '../../base/errors.ts';
import { StartError } from '../../base/errors.ts';
import type { DeclaredSecrets } from '../../traffic/redaction/found/body-places.ts';
import { hideSteps, isSecretPointer } from '../../traffic/redaction/found/body-places.ts';
import { isOrdinaryName, mask } from '../../traffic/redaction/found/secret-names.ts';
import type { TextRules } from '../../traffic/redaction/found/text-secrets.ts';
import { hideInText, hideInUrls } from '../../traffic/redaction/found/text-secrets.ts';
import { hideQuotes } from '../../traffic/redaction/rules.ts';

/** Hides secrets in complaints about contracts, whose members have schemas, not secret values. */
export function hideInComplaints(complaints: readonly Complaint[]): readonly Complaint[] {
  return complaints.map((complaint) => ({
    ...complaint,
    file: hideInUrls(complaint.file),
    message: hideInText(complaint.message),
    frame: complaint.frame && hideInUrls(complaint.frame),
  }));
}

const nothingDeclared: DeclaredSecrets = new Set();

type HideKnown = TextRules['hideKnown'];

const hideNothing: HideKnown = (text) => text;

/**
 * The same for fixtures, credentials and saved states. `declared`: the members that the contract
 * makes secret; `hideKnown` hides the known credentials; `contractWords`: the names of the contract
 * that complaints about credentials suggest.
 */
export function hideInData(
  complaints: readonly Complaint[],
  declared: DeclaredSecrets = nothingDeclared,
  hideKnown: HideKnown = hideNothing,
  contractWords: ReadonlySet<string> = nothingDeclared,
): readonly Complaint[] {
  return complaints.map((complaint) => {
    const isOfCredentials = basename(complaint.file) === 'credentials.json';
    const shown = isOfCredentials
      ? hideInCredentials(complaint, contractWords)
      : hideInRows(complaint, rulesOf(declared, hideKnown));
    return { ...shown, file: hideInUrls(complaint.file) };
  });
}

/** Hides, in an error that a reader throws, the secret values of its files. */
export async function hideThrown<T>(read: Promise<T>, declared?: DeclaredSecrets): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof StartError
      ? new StartError(hideInData(error.complaints, declared))
      : error;
  }
}

/** Hides secrets in a sentence that names places, such as `accounts[0] /password must be …`. */
export function hideInNotice(text: string, declared: DeclaredSecrets): string {
  return hideInText(hideQuotesBelow(text, '', declared), rulesOf(declared));
}

/** Any text of the file may be a secret. Without a pointer (no valid JSON) it shows no frame. */
function hideInCredentials(
  { message, frame, ...complaint }: Complaint,
  contractWords: ReadonlySet<string>,
): Complaint {
  const words = hideQuotes(message, () => true);
  return {
    ...complaint,
    message: hideInText(
      words.replaceAll(inQuotes, (quoted) =>
        contractWords.has(quoted.slice(1, -1)) ? quoted : hideCredential(quoted),
      ),
    ),
    frame: complaint.pointer === undefined ? undefined : frame && hideValues(frame, hideCredential),
  };
}

const inQuotes = /"(?:[^"\\]|\\.)*(?:"|$)/g;
const namesOfCredentials = /^"(?:name|scheme|value|scopes|expires_at|only|label|date-time)"/;

function hideCredential(quoted: string): string {
  return namesOfCredentials.test(quoted) ? quoted : `"${mask}"`;
}

function hideInRows({ message, frame, ...complaint }: Complaint, rules: TextRules): Complaint {
  const { pointer } = complaint;
  const declared = rules.members;
  const words = hideQuotesBelow(message, pointer ?? '', declared);
  const isOpen = pointer !== undefined && !isSecretPointer(pointer, declared);
  return {
    ...complaint,
    pointer: pointer && hidePlace(pointer, declared),
    message: hideInText(words, rules),
    // Without a pointer, the lines may be part of any member.
    frame: frame && (isOpen ? hideSecretLines(frame, rules) : hideValues(frame, hideToken)),
  };
}

/** The values that a message quotes, and the places that it names. */
const quoteOrPlace =
  /\bthe number -?\d[\d.e+-]*|\b(the string|the key|there is no) "(?:[^"\\]|\\.)*(?:"|$)|"(?:[^"\\]|\\.)*(?:"|$)|(?<=^|\s)\/\S+/gi;

/** A place counts for the quotes after it, up to the next place. All places are below `above`. */
function hideQuotesBelow(text: string, above: string, declared: DeclaredSecrets): string {
  let isSecret = isSecretPointer(above, declared);
  const hidden = hidePlace(above, declared);
  return text.replaceAll(quoteOrPlace, (whole, words?: string) => {
    if (whole.startsWith('/')) {
      const place = above + whole.replace(/[:;,]$/, '');
      isSecret = isSecretPointer(place, declared);
      return (
        hidePlace(place, declared).slice(hidden.length) + whole.slice(place.length - above.length)
      );
    } else if (isSecret) {
      return words === undefined ? hideQuotes(whole, () => true) : `${words} "${mask}"`;
    }
    return whole;
  });
}

/** Does not know which names the contract declares. */
function hidePlace(pointer: string, declared: DeclaredSecrets): string {
  return hideSteps(pointer, declared, undefined);
}

function rulesOf(members: DeclaredSecrets, hideKnown = hideNothing): TextRules {
  return { members, names: undefined, hideKnown };
}

/**
 * A bracket may close an object that begins above the frame, so its name is unknown: all values up
 * to there are hidden. After that, the names decide.
 */
function hideSecretLines(frame: string, rules: TextRules): string {
  const rows = frame.split('\n');
  const place = rows.findIndex((row) => row.startsWith('>'));
  const end = findEnd(rows.slice(0, place));
  const known = mapLines(rows.slice(end).join('\n'), (lines) => hideInText(lines, rules));
  return end === 0 ? known : `${hideValues(rows.slice(0, end).join('\n'), hideToken)}\n${known}`;
}

/** A name may be a secret itself, if it does not look ordinary. */
function hideToken(quoted: string): string {
  return isOrdinaryName(quoted.slice(1, -1)) ? quoted : `"${mask}"`;
}

/** Counts the lines up to the last bracket that closes what began before them. */
function findEnd(rows: readonly string[]): number {
  let [depth, least, end] = [0, 0, 0];
  for (const [at, row] of rows.entries()) {
    for (const [bracket] of row.replaceAll(inQuotes, '').matchAll(/[{}[\]]/g)) {
      depth += '{['.includes(bracket) ? 1 : -1;
      if (depth >= least) continue;
      least = depth;
      end = at + 1;
    }
  }
  return end;
}

/** A name with its colon and an unquoted word, if there is one; or any other text or number. */
const nameOrValue =
  /("(?:[^"\\\n]|\\.)*")(\s*:(?: *[a-z]\w*)?)|"(?:[^"\\\n]|\\.)*(?:"|$)|[\w.+-]+/gim;

function hideValues(frame: string, hideName: (quoted: string) => string): string {
  return mapLines(frame, (lines) =>
    hideInText(
      lines.replaceAll(nameOrValue, (_, name?: string, colon = '') =>
        name === undefined ? mask : hideName(name) + colon,
      ),
    ),
  );
}

/** Changes all lines of a frame together, without their numbers. */
function mapLines(frame: string, change: (lines: string) => string): string {
  const rows = frame.split('\n').map((row) => {
    const [, number = row, line] = /^([> ] *\d+ \| )(.*)$/.exec(row) ?? [];
    return { number, line };
  });
  const lines = change(rows.flatMap(({ line }) => line ?? []).join('\n')).split('\n');
  return rows
    .map(({ number, line }) => (line === undefined ? number : number + (lines.shift() ?? '')))
    .join('\n');
}
