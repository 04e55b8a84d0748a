import { Problem } from '@latchkey/problem';
import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Readonly<Record<string, boolean>> };
}

/** Refuses a method that an address does not take, naming those that it does. Addresses that nothing has are left to the 404. */
export function methodNotAllowed(application: Application): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const methods = methodsOf(application, request.path);
    if (methods.size === 0 || methods.has(request.method)) return next();
    const allow = [...methods].sort().join(', ');
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') response.status(204).end();
    else throw new Problem('method-not-allowed', `This address takes ${allow}.`, { headers: { Allow: allow } });
  };
}

function methodsOf(application: Application, path: string): Set<string> {
  const methods = new Set<string>();
  for (const layer of (application.router as unknown as { stack: Layer[] }).stack) {
    if (!layer.route || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) if (method !== '_all') methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods;
}
