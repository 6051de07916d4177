import type { Contract } from '../../contract/compile.ts';
import { isSecretSchema } from '../../contract/schema/secret-members.ts';
import type { KnownCredentials } from '../../traffic/redaction/known/known-credentials.ts';
import type { Secrets } from '../../traffic/redaction/found/secrets.ts';
import { findSecrets } from '../../traffic/redaction/found/secrets.ts';

/** Where secrets travel now: found out once for each contract, since each request asks. */
export function rememberSecrets(
  findContract: () => Contract,
  { texts: known }: KnownCredentials,
): () => Secrets {
  let contract: Contract | undefined;
  let found: Secrets | undefined;
  return () => {
    const current = findContract();
    if (!found || current !== contract) {
      contract = current;
      found = declareSecrets(current, known);
    }
    return found;
  };
}

function declareSecrets(
  { schemes, operations, documents }: Contract,
  known: KnownCredentials['texts'],
): Secrets {
  return findSecrets({
    schemes: schemes.values(),
    members: documents.secretMembers,
    names: documents.memberNames,
    parameters: operations.flatMap(({ parameters }) =>
      parameters.filter(({ schema }) => schema && isSecretSchema(documents.follow(schema)?.value)),
    ),
    operations,
    known,
  });
}
