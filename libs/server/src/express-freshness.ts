import type { NextFunction, Request, Response } from 'express';

/** Express would answer any GET with `If-None-Match: *` with 304, even without an ETag. The code that sets an ETag compares it itself. */
export function ignoreExpressFreshness(request: Request, _response: Response, next: NextFunction): void {
  Object.defineProperty(request, 'fresh', { value: false });
  next();
}
