import { createMethodNotAllowedHandler, getAllowedMethods } from '@latchkey/server';
import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';

/** Pages whose forms post to paths below them. */
const FORM_PAGES = ['/account/welcome', '/account'];

/**
 * Responds with 405 and the allowed methods. Redirects GET requests for a form's URL, which a browser shows after an error, to the form's
 * page.
 */
export function methodNotAllowed(application: Application): RequestHandler {
  const refuse = createMethodNotAllowedHandler(application);
  return (request: Request, response: Response, next: NextFunction): void => {
    const page = FORM_PAGES.find((path) => request.path.startsWith(`${path}/`));
    const methods = page === undefined ? null : getAllowedMethods(application.router, request.path);
    const isReadOfForm = /^(GET|HEAD)$/.test(request.method) && methods !== null && methods.size > 0 && !methods.has('GET');
    if (!isReadOfForm) return refuse(request, response, next);
    const [, query = ''] = request.url.split(/(?=\?)/, 2);
    response.redirect(303, `${page}${query}`);
  };
}
