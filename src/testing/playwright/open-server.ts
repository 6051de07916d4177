import type { GivenMembers } from '../../base/given.ts';
import { assertGiven } from '../../base/given.ts';
import type { RemoteMock } from '../../client/index.ts';
import { connect } from '../../client/index.ts';
import type { createMock } from '../../library/mock.ts';

type MockOptions = NonNullable<Parameters<typeof createMock>[0]>;

interface Reach {
  /**
   * Where pages call the API, such as `https://api.example.com`: their requests to this origin go to
   * the world of the test; at the origin of `url`, those below its path. Default: the origin of `url`;
   * with `contract` none.
   */
  readonly api?: string | readonly string[];
}

/** A server for each worker, started when a test of it first needs one. */
export interface OwnServer extends Omit<MockOptions, 'control' | 'contract'>, Reach {
  readonly contract: NonNullable<MockOptions['contract']>;
  readonly url?: never;
}

/** A server that runs elsewhere, for all workers. */
export interface ServerElsewhere extends Reach {
  /** Its base URL. */
  readonly url: string;
  /** Its control token, where it has one. */
  readonly controlToken?: string;
  /** Default: `/_mock`. */
  readonly controlPrefix?: string;
  readonly contract?: never;
}

/** Which server the tests use. */
export type ServerChoice = OwnServer | ServerElsewhere;

/** A server, and the origins of requests that belong to it. */
export interface OpenServer extends AsyncDisposable {
  readonly mock: RemoteMock;
  readonly apiOrigins: ReadonlySet<string>;
  /** What a failed test has to look at where no request came to its world. */
  readonly advice: string;
}

/** Relative paths lead from `folder`. */
export async function openServer(
  choice: ServerChoice | undefined,
  folder: string,
): Promise<OpenServer> {
  if (choice?.url !== undefined) return openElsewhere(choice);
  if (choice?.contract !== undefined) return startOwn(choice, folder);
  throw new Error(noServer);
}

const noServer =
  'stuntdouble/playwright has no server: write `stuntdouble: { contract: "my-api.yaml" }`, or `stuntdouble: { url: "http://127.0.0.1:4010" }` for one that runs, below `use` in the config of Playwright';

function openElsewhere({ contract, ...choice }: ServerElsewhere): OpenServer {
  assertElsewhere(contract === undefined ? choice : { ...choice, contract });
  const { url, api = url, ...access } = choice;
  const apiOrigins = readOrigins(api);
  const asksApp = `If one should have come from the app's server: does it call ${url} with the header or cookie X-Stuntdouble-World?`;
  return {
    mock: connect(url, access),
    apiOrigins,
    advice: `${adviseOnPages(apiOrigins)} ${asksApp}`,
    async [Symbol.asyncDispose]() {},
  };
}

/** The types say so, too, but a config may be in JavaScript. */
function assertElsewhere(given: object): void {
  const caller = '`stuntdouble: { url }` in the config of Playwright';
  const contract = 'the server at `url` has its own, so write one of the two';
  assertGiven(caller, given, elsewhereMembers, { contract });
}

const elsewhereMembers: GivenMembers<Omit<ServerElsewhere, 'contract'>> = {
  url: 'string',
  api: 'any',
  controlToken: 'string',
  controlPrefix: 'string',
};

async function startOwn(choice: OwnServer, folder: string): Promise<OpenServer> {
  // A config that chooses between two servers may have both members, one of them undefined.
  const { url: _, ...given } = choice;
  const { api = [], ...options } = given;
  const apiOrigins = readOrigins(api);
  // Loaded on first use: a server that runs elsewhere needs nothing of it.
  const { assertOptionNames } = await import('../option-names.ts');
  assertOptionNames('`stuntdouble: { contract }` in the config of Playwright', given, ['api']);
  const { createMock: create } = await import('../../library/mock.ts');
  const { leadPaths } = await import('../option-paths.ts');
  const own = await create(leadPaths(options, folder));
  const { url } = await own.listen();
  const { controlToken, controlPrefix } = options;
  return {
    mock: connect(url, { controlToken, controlPrefix }),
    apiOrigins,
    advice: adviseOnPages(apiOrigins),
    [Symbol.asyncDispose]: async () => own.close(),
  };
}

function readOrigins(given: string | readonly string[]): ReadonlySet<string> {
  return new Set(
    [given].flat().map((text) => {
      if (URL.canParse(text)) return new URL(text).origin;
      throw new Error(
        `\`stuntdouble.api\` is ${JSON.stringify(text)}, which is no URL: write an origin, such as "https://api.example.com"`,
      );
    }),
  );
}

function adviseOnPages(apiOrigins: ReadonlySet<string>): string {
  const which =
    apiOrigins.size === 0
      ? 'the option `stuntdouble.api` names no origin, so no call of a page is led to it. Write the origin of the API there, as the page calls it, such as `api: "https://api.example.com"`.'
      : `calls to ${[...apiOrigins].join(' and ')} (the option \`stuntdouble.api\`) are led to it. Does the page call another origin?`;
  return `If one should have come from a page: ${which}`;
}
