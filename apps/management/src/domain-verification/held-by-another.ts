import type { DomainCheckResult } from '@latchkey/persistence';
import { diagnosis } from './diagnosis-catalogue.js';

/** What a claim is told that comes too late. */
export function heldByAnother(name: string): DomainCheckResult {
  const nothing = { zone: '', proofName: '', proof: '', target: '', record: '', found: '' };
  const held = diagnosis('held-by-another', { ...nothing, name });
  return {
    findings: { diagnoses: [held], proved: false, pointsHere: null, zone: null, targetAddresses: [] },
    statusDetail: held.detail,
  };
}
