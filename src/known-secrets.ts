import type { Contract } from './contract/compile.ts';
import { isSecretSchema } from './contract/secret-members.ts';
import type { Stage } from './stage.ts';
import type { CredentialBook } from './store/credentials.ts';
import type { Secrets } from './traffic/redaction/secrets.ts';
import { findSecrets } from './traffic/redaction/secrets.ts';

/** Where secrets travel now: found out once for each contract, since each request asks. */
export function rememberSecrets(stage: () => Stage): () => Secrets {
  let contract: Contract | undefined;
  let found: Secrets | undefined;
  const valuesIn = rememberValues();
  const isCredential = (text: string, world: string | undefined): boolean => {
    const { main, look } = stage().worlds;
    const own = world === undefined ? undefined : look(world)?.world;
    return valuesIn((own ?? main).credentials).has(text);
  };
  return () => {
    const current = stage().blueprint.contract;
    if (!found || current !== contract) {
      contract = current;
      found = { ...declareSecrets(current), isCredential };
    }
    return found;
  };
}

function declareSecrets({ schemes, operations, documents }: Contract): Secrets {
  return findSecrets({
    schemes: schemes.values(),
    members: documents.secretMembers,
    parameters: operations.flatMap(({ parameters }) =>
      parameters.filter(({ schema }) => schema && isSecretSchema(documents.follow(schema)?.value)),
    ),
    templates: operations.map(({ path }) => path),
  });
}

/** The values of credentials, in all ways in which they are sent. What was let in once stays a secret. */
function rememberValues(): (book: CredentialBook) => ReadonlySet<string> {
  const known = new WeakMap<CredentialBook, { minted: number; readonly values: Set<string> }>();
  return (book) => {
    const before = known.get(book);
    if (before?.minted === book.minted) return before.values;
    const values = before?.values ?? new Set();
    for (const { value } of book.entries)
      for (const text of spellCredential(value)) values.add(text);
    known.set(book, { minted: book.minted, values });
    return values;
  };
}

/** What is shorter may be anything. */
const shortestCredential = 6;

/** Also the password of one that is a name, a colon and a password, and the Base64 of both. */
function spellCredential(value: string): readonly string[] {
  const colon = value.indexOf(':');
  const pair = colon === -1 ? [] : [value.slice(colon + 1), Buffer.from(value).toString('base64')];
  return [value, ...pair].filter((text) => text.length >= shortestCredential);
}
