import { isJsonObject } from '../base/json.ts';
import type { Contract } from '../contract/compile.ts';
import type { Documents } from '../contract/load/documents.ts';
import type { Operation } from '../contract/operations.ts';
import type { Guard } from '../pipeline/credentials/guard.ts';
import type { PlanDocument, PlannedOperation } from './plan-document.ts';
import type { PresentedRequirement, PresentedScheme } from './plan-security.ts';
import { presentSchemes, presentSecurity } from './plan-security.ts';

/** An operation of the plan with what the contract says to readers, and how it can answer. */
interface PresentedOperation extends PlannedOperation {
  readonly summary: string | null;
  /** The first of its tags. */
  readonly tag: string | null;
  readonly deprecated: boolean;
  readonly responses: readonly PresentedResponse[];
  readonly security: readonly PresentedRequirement[];
}

/** The plan with what a client chooses requests, credentials and replies by. */
interface PresentedPlan extends PlanDocument {
  readonly operations: readonly PresentedOperation[];
  /** Which credentials count. */
  readonly auth: Guard['mode'];
  readonly security_schemes: readonly PresentedScheme[];
}

interface PresentedResponse {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string | null;
  readonly media: readonly string[];
  /** The names of the examples that a request can ask for. */
  readonly examples: readonly string[];
}

/** Adds to the plan what a reader chooses a reply or a credential by. */
export function presentPlan(
  plan: PlanDocument,
  contract: Pick<Contract, 'operations' | 'documents' | 'schemes'>,
  auth: Guard['mode'],
): PresentedPlan {
  const { operations, documents } = contract;
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return {
    ...plan,
    auth,
    security_schemes: presentSchemes(contract),
    operations: plan.operations.map((planned) => {
      const operation = byId.get(planned.id);
      const { value } = operation?.part ?? {};
      const { summary, tags, deprecated } = isJsonObject(value) ? value : {};
      const tag: unknown = Array.isArray(tags) ? tags[0] : undefined;
      return {
        ...planned,
        summary: typeof summary === 'string' ? summary : null,
        tag: typeof tag === 'string' ? tag : null,
        deprecated: deprecated === true,
        responses: operation ? presentResponses(operation, documents) : [],
        security: operation ? presentSecurity(operation) : [],
      };
    }),
  };
}

function presentResponses(
  { part, responses }: Operation,
  documents: Documents,
): readonly PresentedResponse[] {
  const declared = documents.child(part, 'responses');
  const names = isJsonObject(declared?.value) ? Object.keys(declared.value) : [];
  return [...responses.values()].map(({ status, media }) => {
    const name = names.find((one) => one.toUpperCase() === status.toUpperCase());
    const found = declared && name !== undefined ? documents.child(declared, name) : undefined;
    const { description } = isJsonObject(found?.value) ? found.value : {};
    const examples = media.flatMap((one) => one.examples.flatMap((example) => example.name ?? []));
    return {
      status,
      description: typeof description === 'string' ? description : null,
      media: media.map(({ type }) => type),
      examples: [...new Set(examples)],
    };
  });
}
