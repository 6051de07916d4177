export default { compatibilityDate: '2025-01-01', telemetry: false };
