// Comments speak the words of docs/glossary.md: a sentence has a subject that acts, and no metaphor.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', 'src');
const retired =
  /\b(whoever|nobody|somebody|anybody|stages?|troupe|desks?|lanes?|keepers?|meddl\w*|wish\w*|shelf|shelves|scatter\w*|stand-ins?|backstage|whereabouts)\b/i;
const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;

const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test(-kit)?\.ts$/.test(file))
  .toSorted()
  .flatMap((file) => findRetired(file, readFileSync(join(root, file), 'utf8')));

function findRetired(file, text) {
  return [...text.matchAll(comment)].flatMap(({ 0: said, index }) => {
    const word = retired.exec(said);
    if (!word) return [];
    const line = text.slice(0, index + word.index).split('\n').length;
    return [
      `src/${file}:${line}: "${word[0]}": say client, user, server or test, or see docs/glossary.md\n`,
    ];
  });
}

process.stdout.write(found.join('') || 'no retired words in comments\n');
process.exitCode = found.length > 0 ? 1 : 0;
