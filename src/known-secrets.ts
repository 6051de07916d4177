import type { Contract } from './contract/compile.ts';
import { isSecretSchema } from './contract/secret-members.ts';
import type { Stage } from './stage.ts';
import type { Secrets } from './traffic/redaction/secrets.ts';
import { findSecrets } from './traffic/redaction/secrets.ts';

/** Where secrets travel now: found out once for each contract, since each request asks. */
export function rememberSecrets(
  stage: () => Stage,
  controlToken: string | undefined,
): () => Secrets {
  const tokens = controlToken === undefined ? [] : [controlToken];
  let contract: Contract | undefined;
  let found: Secrets | undefined;
  const isCredential = (text: string, world: string | undefined): boolean => {
    const { main, look } = stage().worlds;
    const own = world === undefined ? undefined : look(world)?.world;
    return text === controlToken || (own ?? main).credentials.knows(text);
  };
  return () => {
    const current = stage().blueprint.contract;
    if (!found || current !== contract) {
      contract = current;
      found = { ...declareSecrets(current), tokens, isCredential };
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
    templates: operations.flatMap(({ path, bases }) => ['', ...bases].map((base) => base + path)),
  });
}
