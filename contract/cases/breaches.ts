import type { Table } from '../case.ts';
import { single } from '../case.ts';
import { getPage, patchAsset } from '../requests.ts';
import { standInOnly } from './reasons.ts';

const broken = { standInOnly: standInOnly.breach } as const;

/** 500: what would have broken the contract is neither sent nor kept. */
export const breaches: Table = {
  title: 'a reply or a record that breaks the contract',
  cases: [
    single(
      'GET: a page that its response does not allow',
      (given) => getPage(given),
      {
        status: 500,
        kind: 'contract-breach',
        detail: ['getProjectPage', '200', '/created_at'],
      },
      { ...broken, place: 'page-breach' },
    ),
    {
      name: 'GET: the breach does not wear off',
      ...broken,
      place: 'page-breach',
      steps: (given) =>
        [1, 2].map(() => ({
          request: getPage(given),
          expect: { status: 500, kind: 'contract-breach' },
        })),
    },
    single(
      'GET: a page of the state that its response does not allow',
      (given) => getPage(given),
      {
        status: 500,
        kind: 'contract-breach',
        detail: ['getProjectPage', '200', '/created_at'],
      },
      { ...broken, place: 'unfit-page' },
    ),
    single(
      'PATCH: an asset of the state that its schema does not allow stays as it is',
      (given) => patchAsset(given),
      { status: 500, kind: 'contract-breach', detail: ['updateWorkspaceAsset', '/size'] },
      { ...broken, place: 'unfit-asset' },
    ),
    single(
      'GET: refusals are refusals still',
      (given) => getPage(given, { credentials: {} }),
      { status: 401, kind: 'missing-credentials' },
      { ...broken, place: 'page-breach', objection: 'there is no credential' },
    ),
    single(
      'PATCH: a record that its schema does not allow, and that is not kept',
      (given) => patchAsset(given),
      {
        status: 500,
        kind: 'contract-breach',
        detail: ['updateWorkspaceAsset', '/is_uploaded'],
      },
      { ...broken, place: 'asset-breach' },
    ),
    {
      name: 'PATCH: what its schema allows is kept, before the breach and after',
      ...broken,
      place: 'asset-breach',
      steps: (given) => [
        {
          request: patchAsset(given, { body: '{"is_uploaded":false}' }),
          expect: { status: 204 },
          leaves: false,
        },
        { request: patchAsset(given), expect: { status: 500, kind: 'contract-breach' } },
        {
          request: patchAsset(given, { body: '{"is_uploaded":false}' }),
          expect: { status: 204 },
          leaves: false,
        },
        {
          request: patchAsset(given, { body: '{}' }),
          expect: { status: 204 },
          leaves: 'as-it-was',
        },
      ],
    },
  ],
};
