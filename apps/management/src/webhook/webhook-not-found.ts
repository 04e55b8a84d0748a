import { Problem } from '@latchkey/problem';

/** The same response for an unknown id, and a webhook of another domain. */
export function createWebhookNotFoundProblem(): Problem {
  return new Problem('webhook-not-found', 'The domain has no webhook with this id.');
}
