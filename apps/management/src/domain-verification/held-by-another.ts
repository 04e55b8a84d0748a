import type { DomainCheckResult } from '@latchkey/persistence';
import { diagnosis } from './diagnosis-catalogue.js';

/** The result for a claim that comes second. */
export function heldByAnother(name: string): DomainCheckResult {
  const nothing = { zone: '', proofName: '', proof: '', target: '', record: '', found: '' };
  const held = diagnosis('held-by-another', { ...nothing, name });
  return {
    findings: { diagnoses: [held], proved: false, pointsHere: null, zone: null, targetAddresses: [] },
    statusDetail: held.detail,
  };
}
