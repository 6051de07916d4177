import type { JsonObject } from '../base/json.ts';
import type { OverlayReport } from '../contract/overlay/describe-overlays.ts';
import type { ContractFindings, Finding } from './findings.ts';

/** As the control API shows them. */
export function presentFindings({ findings, count, untried }: ContractFindings): JsonObject {
  return { count, untried, findings: findings.map(presentFinding) };
}

function presentFinding(finding: Finding): JsonObject {
  const { severity, message, file, line = null, column = null, pointer, frame = null } = finding;
  return { severity, message, file, line, column, pointer: pointer ?? null, frame };
}

export function presentOverlay({ extends: only, actions, ...overlay }: OverlayReport): JsonObject {
  return {
    ...overlay,
    extends: only ?? null,
    actions: actions.map(({ description, text, isCut, places, ...action }) => ({
      ...action,
      description: description ?? null,
      text: text ?? null,
      is_cut: isCut,
      places: places.map((place) => ({ ...place })),
    })),
  };
}
