import { expect, it } from 'vitest';

import { createMock } from '../index.ts';
import { bannerText } from './banner.ts';

it('says where what no operation matches goes', async () => {
  await using mock = await createMock({ durability: 'memory' });
  await mock.listen();
  const rest = { stateIn: undefined, control: '/_mock', isStateless: false };
  const paint = (_: unknown, text: string): string => text;
  const read = (unmatched: string | undefined): string =>
    bannerText(mock, { ...rest, unmatched }, paint);
  expect(read('http://127.0.0.1:3000')).toContain(
    '\n  What no operation matches goes to http://127.0.0.1:3000\n',
  );
  expect(read(undefined)).not.toContain('no operation matches');
});
