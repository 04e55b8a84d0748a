import { Problem } from '@latchkey/problem';
import { getAllowedMethods } from '@latchkey/server';
import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';

/** Pages whose forms post to paths below them. */
const FORM_PAGES = ['/account/welcome', '/account'];

/**
 * Responds with 405 and the allowed methods. Redirects GET requests for a form's URL, which a browser shows after an error, to the form's
 * page.
 */
export function methodNotAllowed(application: Application): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const methods = getAllowedMethods(application.router, request.path);
    if (methods.size === 0 || methods.has(request.method)) return next();
    const page = FORM_PAGES.find((path) => request.path.startsWith(`${path}/`));
    if (page !== undefined && (request.method === 'GET' || request.method === 'HEAD')) {
      const [, query = ''] = request.url.split(/(?=\?)/, 2);
      return response.redirect(303, `${page}${query}`);
    }
    const allow = [...methods].sort().join(', ');
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') response.status(204).end();
    else throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { Allow: allow } });
  };
}
