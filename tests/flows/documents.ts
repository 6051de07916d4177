import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { Cache, WildDocument } from '../wild/cache.ts';

/** Public contracts with many collections that can be written to, of as many styles as there are. */
const chosen: readonly string[] = [
  '1password.local/connect',
  'adyen.com/ManagementService',
  'apache.org/airflow',
  'asana.com',
  'atlassian.com/jira',
  'box.com',
  'digitalocean.com',
  'gitlab.com',
  'googleapis.com/calendar',
  'hetzner.cloud',
  'linode.com',
  'netbox.dev',
  'netlify.com',
  'sendgrid.com',
  'spotify.com',
  'squareup.com',
  'stripe.com',
  'telnyx.com',
  'traccar.org',
  'twilio.com/api',
  'vercel.com',
  'vimeo.com',
  'xero.com/xero_accounting',
  'api.github.com',
];

const folder = join(import.meta.dirname, 'contracts');

/** Our own contracts, each of a style of its own, and public ones where there is a registry. */
export function listDocuments(cache: Cache): readonly WildDocument[] {
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => ({ name: `own/${file.replace(/\.yaml$/, '')}`, file: join(folder, file) }));
  const shipped = join(import.meta.dirname, '..', '..', 'openapi.yaml');
  const wild = cache.kind === 'filled' ? cache.documents : [];
  const all = [
    { name: 'own/shipped', file: shipped },
    ...own,
    ...wild.filter(({ name }) => chosen.includes(name)),
  ];
  // The large ones first, so that those who share them are done at the same time.
  return all.toSorted((left, right) => statSync(right.file).size - statSync(left.file).size);
}

export const chosenCount: number = chosen.length;
