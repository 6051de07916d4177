import type { RemoteMock, RemoteWorld } from '../../src/client/index.ts';
import { connect } from '../../src/client/index.ts';
import type { Mock, MockOptions } from '../../src/index.ts';
import { openBookshop } from './open-bookshop.ts';

/** The bookshop, a client of it, and a world of its own there. */
export async function openRemote(
  options: MockOptions = {},
): Promise<{ readonly mock: Mock; readonly client: RemoteMock; readonly remote: RemoteWorld }> {
  const { mock } = await openBookshop(options);
  const { controlToken } = options;
  const client = connect(`${mock.url}/`, controlToken === undefined ? {} : { controlToken });
  return { mock, client, remote: await client.world() };
}
