import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface Selected {
  readonly matchLabels: unknown;
}

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly ports: readonly unknown[];
  readonly env: readonly { name: string; value?: string; valueFrom?: { secretKeyRef?: unknown } }[];
}

/** The members of manifests that have to agree with others. tests/wild holds all of them to the schemas of Kubernetes. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly immutable?: boolean;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: unknown;
    readonly podSelector?: Selected;
    readonly scaleTargetRef?: unknown;
    readonly minReplicas?: number;
    readonly ingress?: readonly { from: readonly { podSelector?: Selected }[]; ports: unknown }[];
    readonly template?: {
      readonly metadata: { readonly labels: unknown };
      readonly spec: {
        readonly enableServiceLinks: boolean;
        readonly securityContext: Readonly<Record<string, unknown>>;
        readonly terminationGracePeriodSeconds: number;
        readonly topologySpreadConstraints?: readonly { labelSelector: unknown }[];
        readonly containers: readonly Container[];
        readonly volumes?: readonly { configMap: unknown }[];
      };
    };
  };
}

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'examples', 'replicas');
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

const { services } = parse(read(folder, 'compose.replicas.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
};
const caddyfile = read(folder, 'Caddyfile');
const dockerfile = read(root, 'Dockerfile');
const [, exposed = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
const [, user = ''] = /^USER (\d+):/m.exec(dockerfile) ?? [];
const manifests = readdirSync(join(folder, 'kubernetes')).flatMap((file) =>
  parseAllDocuments(read(folder, 'kubernetes', file)).map((each) => each.toJS() as Manifest),
);

test('Caddy balances over all replicas of the compose file, at the address that each has for the others', () => {
  const replicas = Object.keys(services).filter((name) => name.startsWith('replica-'));
  expect(replicas).toHaveLength(3);
  const upstreams = replicas.map((name) => `${name}:${exposed}`);
  expect(caddyfile).toContain(`{$REPLICAS:${upstreams.join(' ')}}`);
  expect(replicas.map((name) => variableOf(name, 'STUNTDOUBLE_REPLICA_URL'))).toEqual(
    upstreams.map((upstream) => `http://${upstream}`),
  );
  for (const name of replicas) {
    const { environment = {}, healthcheck } = services[name] ?? {};
    const { STUNTDOUBLE_REPLICA_URL: _, ...shared } = environment;
    expect(shared).toEqual({
      STUNTDOUBLE_CONTRACT: '/contract/shop.yaml',
      STUNTDOUBLE_STORE: 'valkey://valkey:6379/0',
      STUNTDOUBLE_PUBLIC_URL: 'https://${SITE:-localhost}',
      STUNTDOUBLE_CONTROL_TOKEN_FILE: '/run/secrets/control_token',
    });
    expect(healthcheck?.test.at(-1)).toContain(`http://127.0.0.1:${exposed}/_mock/ready`);
  }
});

test('in the compose file only Caddy has ports of the machine, and only replicas reach the store', () => {
  const isOpen = ([, { ports = [] }]: readonly [string, Service]): boolean => ports.length > 0;
  expect(
    Object.entries(services)
      .filter(isOpen)
      .map(([name]) => name),
  ).toEqual(['caddy']);
  expect(services['caddy']?.ports?.every((port) => port.startsWith('${ADDRESS:-127.0.0.1}:'))).toBe(
    true,
  );
  const inStore = Object.entries(services).filter(([, { networks }]) => networks.includes('store'));
  expect(inStore.map(([name]) => name)).toEqual(['replica-1', 'replica-2', 'replica-3', 'valkey']);
});

test('Valkey keeps the same promises in both', () => {
  const { args = [] } = findContainer('StatefulSet', 'stuntdouble-store');
  const compose = services['valkey']?.command ?? [];
  expect(compose.join(' ')).toMatch(
    /--appendonly yes --appendfsync always .*--maxmemory-policy noeviction/,
  );
  expect(args.filter((each) => !/requirepass|STORE_PASSWORD/.test(each))).toEqual(compose);
});

test('what selects pods in the manifests selects those that there are', () => {
  for (const name of ['stuntdouble', 'stuntdouble-store']) {
    const labels = { app: name };
    const kind = name === 'stuntdouble' ? 'Deployment' : 'StatefulSet';
    const { selector, template } = find(kind, name).spec;
    expect([selector, template?.metadata.labels]).toEqual([{ matchLabels: labels }, labels]);
    expect(find('Service', name).spec.selector).toEqual(labels);
    const { podSelector, ingress = [] } = find('NetworkPolicy', name).spec;
    expect(podSelector).toEqual({ matchLabels: labels });
    // Replicas call each other, and the store.
    expect(ingress[0]?.from[0]).toEqual({ podSelector: { matchLabels: { app: 'stuntdouble' } } });
    const port = name === 'stuntdouble' ? Number(exposed) : 6379;
    expect(ingress.map(({ ports }) => ports)).toEqual([[{ port }]]);
    expect(findContainer(kind, name).ports).toMatchObject([{ containerPort: port }]);
  }
  const selector = { matchLabels: { app: 'stuntdouble' } };
  expect(find('PodDisruptionBudget', 'stuntdouble').spec.selector).toEqual(selector);
  const [spread] = podOf('Deployment', 'stuntdouble').topologySpreadConstraints ?? [];
  expect(spread?.labelSelector).toEqual(selector);
  const { scaleTargetRef, minReplicas } = find('HorizontalPodAutoscaler', 'stuntdouble').spec;
  expect(scaleTargetRef).toMatchObject({ kind: 'Deployment', name: 'stuntdouble' });
  expect(find('Deployment', 'stuntdouble').spec.replicas).toBe(minReplicas);
});

test('the pods fit the image', () => {
  const pod = podOf('Deployment', 'stuntdouble');
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) });
  // A Service named stuntdouble would else be the variable STUNTDOUBLE_PORT.
  expect(pod.enableServiceLinks).toBe(false);
  const env = findContainer('Deployment', 'stuntdouble').env;
  const values = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  expect(values['STUNTDOUBLE_REPLICA_URL']).toBe(`http://$(POD_IP):${exposed}`);
  expect(values['STUNTDOUBLE_STORE']).toContain('@stuntdouble-store:6379/');
  // Kubernetes fills in only variables that stand above.
  const names = env.map(({ name }) => name);
  expect(names.indexOf('POD_IP')).toBeLessThan(names.indexOf('STUNTDOUBLE_REPLICA_URL'));
  expect(names.indexOf('STORE_PASSWORD')).toBeLessThan(names.indexOf('STUNTDOUBLE_STORE'));
});

test('the ConfigMap has the files of the example, and the pods mount all of them', () => {
  const contract = 'stuntdouble-contract-1';
  const { data = {}, immutable } = find('ConfigMap', contract);
  expect(immutable).toBe(true);
  expect(data).toEqual({
    'shop.yaml': read(folder, 'contract', 'shop.yaml'),
    'orders.json': read(folder, 'contract', 'fixtures', 'orders.json'),
  });
  const items = [
    { key: 'shop.yaml', path: 'shop.yaml' },
    { key: 'orders.json', path: 'fixtures/orders.json' },
  ];
  expect(podOf('Deployment', 'stuntdouble').volumes).toEqual([
    { name: 'contract', configMap: { name: contract, items } },
  ]);
});

test('the command in the README makes the Secret that the pods read', () => {
  const [, name, text = ''] =
    /kubectl create secret generic (\S+) \\\n((?: +--from-literal=.*\n)+)/.exec(
      read(folder, 'README.md'),
    ) ?? [];
  const keys = [...text.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => ({ name, key }));
  const pods = ['Deployment/stuntdouble', 'StatefulSet/stuntdouble-store'];
  const asked = pods
    .map((each) => each.split('/'))
    .flatMap(([kind = '', of = '']) => findContainer(kind, of).env)
    .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
  expect(asked).toHaveLength(3);
  expect(keys).toHaveLength(2);
  for (const reference of asked) expect(keys).toContainEqual(reference);
});

function variableOf(service: string, name: string): string | undefined {
  return services[service]?.environment?.[name];
}

function find(kind: string, name: string): Manifest {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function podOf(kind: string, name: string): NonNullable<Manifest['spec']['template']>['spec'] {
  const { template } = find(kind, name).spec;
  if (!template) throw new Error(`${kind} ${name} has no template`);
  return template.spec;
}

function findContainer(kind: string, name: string): Container {
  const [container] = podOf(kind, name).containers;
  if (!container) throw new Error(`${kind} ${name} has no container`);
  return container;
}
