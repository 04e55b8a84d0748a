import { Problem } from '@latchkey/problem';
import { getAllowedMethods } from '@latchkey/server';
import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';

/** Refuses a method that an address does not take, naming those that it does. Addresses that nothing has are left to the 404. */
export function createMethodNotAllowedHandler(application: Application): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const methods = getAllowedMethods(application.router, request.path);
    if (methods.size === 0 || methods.has(request.method)) return next();
    const allow = [...methods].sort().join(', ');
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') response.status(204).end();
    else throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { Allow: allow } });
  };
}
