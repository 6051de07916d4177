import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse, parseAllDocuments } from 'yaml';

/** What one of the ways to deploy says of its programs, with names and paths as they are in its containers. */
export interface Description {
  /** The options of `valkey-server`. */
  readonly store: readonly string[];
  /** By the host that the other replicas know. */
  readonly replicas: Readonly<Record<string, Variables>>;
  readonly caddy: Variables;
  readonly storeHost: string;
}

export type Variables = Readonly<Record<string, string>>;

export const root: string = join(import.meta.dirname, '..', '..', '..');
export const example: string = join(root, 'examples', 'replicas');

export function readCompose(): Description {
  const file = readFileSync(join(example, 'compose.replicas.yaml'), 'utf8');
  // A trust edge: tests/examples and tests/wild hold its form.
  const { services } = parse(file, { merge: true }) as {
    services: Record<string, { environment?: Variables; command?: readonly string[] }>;
  };
  const names = Object.keys(services).filter((name) => name.startsWith('replica-'));
  return {
    store: optionsOf(services['valkey']?.command),
    replicas: Object.fromEntries(
      names.map((name) => [name, fillIn(services[name]?.environment ?? {}, /\$\{\w+:-([^}]*)\}/g)]),
    ),
    caddy: fillIn(services['caddy']?.environment ?? {}, /\$\{\w+:-([^}]*)\}/g),
    storeHost: 'valkey',
  };
}

interface Manifest {
  readonly kind: string;
  readonly spec: { template: { spec: { containers: readonly [Container] } } };
}

interface Container {
  readonly args?: readonly string[];
  readonly env: readonly { name: string; value?: string; valueFrom?: Secret }[];
}

interface Secret {
  readonly fieldRef?: unknown;
  readonly secretKeyRef?: { readonly key: string };
}

/** `secrets` by their keys, in place of the Secret that `kubectl` makes. */
export function readManifests(secrets: Variables): Description {
  const read = (file: string, kind: string): Container => {
    const text = readFileSync(join(example, 'kubernetes', file), 'utf8');
    const all = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const found = all.find((each) => each.kind === kind);
    if (!found) throw new Error(`${file} has no ${kind}`);
    return found.spec.template.spec.containers[0];
  };
  const pods = ['pod-1', 'pod-2', 'pod-3'];
  const replica = read('replicas.yaml', 'Deployment');
  const store = read('store.yaml', 'StatefulSet');
  const variables = variablesOf(store, secrets, 'pod-store');
  return {
    store: optionsOf(store.args?.map((word) => expand(word, variables))),
    replicas: Object.fromEntries(pods.map((pod) => [pod, variablesOf(replica, secrets, pod)])),
    // The ingress controller has the name of the site.
    caddy: { SITE: 'localhost' },
    storeHost: 'stuntdouble-store',
  };
}

/** In the sequence of Kubernetes: a variable has those that stand above. */
function variablesOf({ env }: Container, secrets: Variables, ip: string): Variables {
  const variables: Record<string, string> = {};
  for (const { name, value, valueFrom } of env) {
    const secret = secrets[valueFrom?.secretKeyRef?.key ?? ''];
    const given = value === undefined ? undefined : expand(value, variables);
    variables[name] = given ?? secret ?? ip;
  }
  return variables;
}

function expand(text: string, variables: Variables): string {
  return text.replaceAll(/\$\((\w+)\)/g, (all, name: string) => variables[name] ?? all);
}

/** `${SITE:-localhost}` becomes `localhost`, as Compose does where the variable is not set. */
function fillIn(variables: Variables, pattern: RegExp): Variables {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value.replaceAll(pattern, '$1')]),
  );
}

function optionsOf([name, ...options]: readonly string[] = []): readonly string[] {
  if (name !== 'valkey-server') throw new Error(`${name} is not valkey-server`);
  return options;
}
