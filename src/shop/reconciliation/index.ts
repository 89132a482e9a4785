export * from './reconciliation.report.js';
export * from './reconciliation.service.js';
export type {
  DifferenceKind,
  DifferenceOutcome,
  ReconciledDifference,
  ReconciledFacts,
  ReconcileProgress,
  ReconcileRequest,
  ReconcileWindow,
  ReconciliationReport,
} from './reconciliation.types.js';
