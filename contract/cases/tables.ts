import type { Table } from '../case.ts';
import { bodies } from './bodies.ts';
import { bothCredentials } from './both-credentials.ts';
import { breaches } from './breaches.ts';
import { carriers } from './carriers.ts';
import { effects } from './effects.ts';
import { head } from './head.ts';
import { identifiers } from './identifiers.ts';
import { mediaTypes } from './media-types.ts';
import { negotiation } from './negotiation.ts';
import { order } from './order.ts';
import { paths } from './paths.ts';
import { records } from './records.ts';
import { scopes } from './scopes.ts';
import { sizes } from './sizes.ts';
import { unreadBodies } from './unread-bodies.ts';

export const tables: readonly Table[] = [
  effects,
  records,
  identifiers,
  scopes,
  bothCredentials,
  carriers,
  bodies,
  mediaTypes,
  negotiation,
  sizes,
  paths,
  head,
  order,
  unreadBodies,
  breaches,
];
