// Adds up what the test runners wrote down: JSON reports, and the last line of the image's check.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const expected = [
  'console.json',
  'contract.json',
  'docs.json',
  'examples.json',
  'flows.json',
  'image.log',
  'kill.json',
  'packed.json',
  'replicas.json',
  'runners.json',
  'schema-suite.json',
  'tests.json',
  'unchanged.json',
  'wild.json',
];
const total = { passed: 0, failed: 0, skipped: 0 };
const found = readdirSync(folder).toSorted();

for (const name of found) {
  const text = readFileSync(join(folder, name), 'utf8');
  if (name.endsWith('.json')) {
    const report = JSON.parse(text);
    total.passed += report.numPassedTests;
    total.failed += report.numFailedTests;
    total.skipped += report.numPendingTests + report.numTodoTests;
    // A file that can not even be loaded has no test to fail.
    if (!report.success && report.numFailedTests === 0) total.failed += 1;
    process.stdout.write(report.testResults.flatMap(failuresOf).join(''));
  } else {
    const [, passed = 0, failed = 1, skipped = 0] =
      /image: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/.exec(text) ?? [];
    total.passed += Number(passed);
    total.failed += Number(failed);
    total.skipped += Number(skipped);
  }
}

/** What failed, said once more where the end of a long output is all that is kept. */
function failuresOf({ name, message, status, assertionResults }) {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`failed: ${name}\n${message}\n`];
  return failed.map(
    ({ fullName, failureMessages }) =>
      `failed: ${name}: ${fullName}\n${failureMessages.join('\n').slice(0, 2000)}\n`,
  );
}

const missing = expected.filter((name) => !found.includes(name));
if (missing.length > 0) process.stdout.write(`no report of: ${missing.join(', ')}\n`);
total.failed += missing.length;
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
