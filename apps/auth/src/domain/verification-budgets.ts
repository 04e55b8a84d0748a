import { VerificationBudget } from '@latchkey/crypto';
import type { IncomingMessage } from 'node:http';

const budgets = new WeakMap<IncomingMessage, VerificationBudget>();

/**
 * The signature verifications that a request has left for its assertion, request object and DPoP proof. @param request as it was received
 */
export function getVerificationBudget(request: IncomingMessage): VerificationBudget {
  const known = budgets.get(request);
  if (known) return known;
  const budget = new VerificationBudget();
  budgets.set(request, budget);
  return budget;
}
