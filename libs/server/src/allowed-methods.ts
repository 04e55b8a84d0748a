import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '@latchkey/problem';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Readonly<Record<string, boolean>> };
}

/** @param router of Express. @returns the methods that an address takes; empty if nothing is there */
export function getAllowedMethods(router: object, path: string): Set<string> {
  const methods = new Set<string>();
  for (const layer of (router as { stack: Layer[] }).stack) {
    if (!layer.route || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) if (method !== '_all') methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods;
}

/** Tells quickly what is true of nearly every request: matching an address against all routes takes long. */
function isAllowed(router: object, path: string, method: string): boolean {
  const key = (method === 'HEAD' ? 'GET' : method).toLowerCase();
  return (router as { stack: Layer[] }).stack.some((layer) => layer.route?.methods[key] === true && layer.match(path));
}

/**
 * A middleware of Express that answers 405 with the methods that an address allows, and OPTIONS with 204. Unknown addresses pass.
 *
 * @param application its router may be created later
 */
export function createMethodNotAllowedHandler(application: { router: object }) {
  return (request: IncomingMessage & { path: string }, response: ServerResponse, next: () => void): void => {
    if (isAllowed(application.router, request.path, request.method!)) return next();
    const methods = getAllowedMethods(application.router, request.path);
    if (methods.size === 0) return next();
    const allow = [...methods].sort().join(', ');
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { Allow: allow } });
  };
}

/** The refusal of an address that only GET and HEAD can read. */
export function createGetOnlyProblem(): Problem {
  return new Problem('method-not-allowed', 'This address answers GET only.', { headers: { Allow: 'GET, HEAD' } });
}
