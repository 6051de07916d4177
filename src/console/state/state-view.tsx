import type { ComponentChild } from 'preact';

import { Empty } from '../parts/empty.tsx';

export function StateView(): ComponentChild {
  return <Empty title="No collection" />;
}
