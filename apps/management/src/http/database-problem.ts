import { isDatabaseOutage } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';

/** A database that cannot be asked is no fault of the request's: 503, and try again. */
export function toDatabaseProblem(error: unknown): Problem | null {
  if (!isDatabaseOutage(error)) return null;
  const detail = 'The database does not answer. Nothing is known about the request having been carried out; try again shortly.';
  return new Problem('service-unavailable', detail, { headers: { 'Retry-After': '2' }, cause: error });
}
