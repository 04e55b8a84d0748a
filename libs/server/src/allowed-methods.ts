import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@latchkey/problem';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Readonly<Record<string, boolean>> };
}

/** @param router of Express. @returns the methods of a path; empty if it does not exist */
export function getAllowedMethods(router: object, path: string): Set<string> {
  const methods = new Set<string>();
  for (const layer of (router as { stack: Layer[] }).stack) {
    if (!layer.route || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) if (method !== '_all') methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods;
}

/** Quickly answers for nearly every request, because matching a path against all routes takes long. */
function isAllowed(router: object, path: string, method: string): boolean {
  const key = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  return (router as { stack: Layer[] }).stack.some((layer) => layer.route?.methods[key] === true && layer.match(path));
}

/**
 * An Express middleware that answers 405 with the methods of a path, and OPTIONS with 204. Unknown paths pass.
 *
 * @param application whose router may be created later
 */
export function createMethodNotAllowedHandler(application: { router: object }) {
  return (request: IncomingMessage & { path: string }, response: ServerResponse, next: () => void): void => {
    if (isAllowed(application.router, request.path, request.method!)) return next();
    const methods = getAllowedMethods(application.router, request.path);
    if (methods.size === 0) return next();
    const allow = [...methods].sort().join(', ');
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else throw new Problem('method-not-allowed', `This path accepts ${allow}.`, { headers: { Allow: allow } });
  };
}

/** The rejection for a path that only GET and HEAD can read. */
export function createGetOnlyProblem(): Problem {
  return new Problem('method-not-allowed', 'This path accepts only GET.', { headers: { Allow: 'GET, HEAD' } });
}
