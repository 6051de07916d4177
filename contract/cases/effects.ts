import type { Step, Table } from '../case.ts';
import type { Given } from '../given.ts';
import { getPage, patchAsset } from '../requests.ts';
import { standInOnly } from './reasons.ts';

function report(given: Given, body: string, leaves: Step['leaves']): Step {
  return { request: patchAsset(given, { body }), expect: { status: 204 }, leaves };
}

const uploaded = '{"is_uploaded":true}';
const failed = '{"is_uploaded":false}';

/** What the two operations are for. */
export const effects: Table = {
  title: 'what the operations do',
  cases: [
    {
      name: 'PATCH reports a finished upload',
      steps: (given) => [report(given, uploaded, true)],
    },
    {
      name: 'PATCH reports an upload that has to be repeated',
      steps: (given) => [report(given, failed, false)],
    },
    {
      name: 'PATCH is idempotent',
      steps: (given) => [report(given, uploaded, true), report(given, uploaded, 'as-it-was')],
    },
    {
      name: 'PATCH may take is_uploaded back to false, and to true again',
      steps: (given) => [
        report(given, uploaded, true),
        report(given, failed, false),
        report(given, uploaded, true),
      ],
    },
    {
      name: 'PATCH with {} changes nothing, whatever the asset says',
      steps: (given) => [
        report(given, failed, false),
        report(given, '{}', 'as-it-was'),
        report(given, uploaded, true),
        report(given, '{}', 'as-it-was'),
      ],
    },
    {
      name: 'GET answers with the page',
      steps: (given) => [
        {
          request: getPage(given),
          expect: { status: 200, members: { id: given.value('PAGE') } },
        },
      ],
    },
    {
      name: 'GET answers with the members of the schema, and not with the keys of the parents',
      standInOnly: standInOnly.exactly,
      steps: (given) => [
        {
          request: getPage(given),
          expect: {
            status: 200,
            body: {
              id: given.value('PAGE'),
              name: 'Release checklist',
              description: 'What we go through before every release.',
              created_at: '2026-03-02T09:14:07Z',
            },
          },
        },
      ],
    },
    {
      name: 'GET is safe: it answers twice with the same',
      steps: (given) => [
        { request: getPage(given), expect: { status: 200 } },
        { request: getPage(given), expect: { status: 200 } },
      ],
      compare: ([first, second]) =>
        first?.body === second?.body ? [] : ['the second reply differs from the first'],
    },
  ],
};
