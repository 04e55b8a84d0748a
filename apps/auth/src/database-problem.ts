import { isDatabaseOutage } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';

/** A database that cannot be asked is no fault of the request's: 503, and try again. */
export function toDatabaseProblem(error: unknown): Problem | null {
  if (!isDatabaseOutage(error)) return null;
  return new Problem('service-unavailable', 'The service cannot answer just now. Try again shortly.', {
    headers: { 'Retry-After': '2' },
    cause: error,
  });
}
