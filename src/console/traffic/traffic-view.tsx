import type { ComponentChild } from 'preact';

import { Empty } from '../parts/empty.tsx';

export function TrafficView(): ComponentChild {
  return <Empty title="No request yet" />;
}
