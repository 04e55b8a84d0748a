import type { NextFunction, Request, Response } from 'express';

/** Express would answer any GET with `If-None-Match: *` with 304, even one without an ETag: who sets an ETag compares it. */
export function ignoreExpressFreshness(request: Request, _response: Response, next: NextFunction): void {
  Object.defineProperty(request, 'fresh', { value: false });
  next();
}
