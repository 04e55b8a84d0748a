import type { PageError } from '../pages/view-models.js';

/** Something that stops somebody: it is told on a page of its own. */
export class AccountRefusal extends Error {
  /** @param status of HTTP */
  constructor(
    readonly kind: PageError,
    readonly status: number,
  ) {
    super(kind);
  }
}
