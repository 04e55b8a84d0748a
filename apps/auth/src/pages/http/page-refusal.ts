import type { PageContext } from '../page-context.js';
import type { PageErrorKind } from '../views/view-models.js';

/** Something that stops somebody: it is told on a page of its own. */
export class PageRefusal extends Error {
  /**
   * @param status of HTTP
   * @param branding of the domain, where it is known
   * @param backTo where people can go on from there: a path of ours, or the application; null: nowhere that is known
   * @param provider how the identity provider is called that it is about
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
