import type { PageContext } from '../page-context.js';
import type { PageErrorKind } from '../views/view-models.js';

/** An error that the user sees on an error page. */
export class PageRefusal extends Error {
  /**
   * @param status HTTP status
   * @param branding branding of the domain, if known
   * @param backTo where the user can continue: a local path or the application's URL; null if unknown
   * @param provider name of the affected identity provider
   */
  constructor(
    readonly kind: PageErrorKind,
    readonly status: number,
    readonly branding: PageContext['branding'] = null,
    readonly backTo: string | null = null,
    readonly provider: string | null = null,
  ) {
    super(kind);
  }
}
