import { applyDecorators, Res, UseFilters, type ExceptionFilter, type Type } from '@nestjs/common';
import { PageErrorFilter } from './page-error.filter.js';

/** The handlers of a controller send pages and redirects themselves. The filter sends the error page. */
export function Page(errorFilter: Type<ExceptionFilter> = PageErrorFilter): ClassDecorator {
  return applyDecorators(UseFilters(errorFilter), leaveResponsesToHandlers);
}

/** Nest learns this from `@Res()`, here on a parameter that no handler reads. */
function leaveResponsesToHandlers({ prototype }: { prototype: object }): void {
  const handlers = prototype as Record<string, (...parameters: never[]) => unknown>;
  for (const name of Object.getOwnPropertyNames(handlers)) Res()(handlers, name, handlers[name]!.length);
}
