import { isDatabaseOutage, isFrozenRefusal } from '../connection/database-error.js';

/** The domain takes no changes, because it moves to another installation. Nothing was changed. */
export class DomainFrozenError extends Error {
  override readonly name = 'DomainFrozenError';

  constructor(domain: string) {
    super(`the domain ${domain} is frozen`);
  }
}

/** Whether a request fails now and may succeed shortly: without the database, or while its domain moves. */
export function isTemporary(error: unknown): boolean {
  return error instanceof DomainFrozenError || isFrozenRefusal(error) || isDatabaseOutage(error);
}
