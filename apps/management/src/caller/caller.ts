import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

/** Who makes a request. */
export interface Caller {
  type: 'api_key' | 'operator';
  /** Of an operator unique in its subscription only. */
  id: string;
  name: string;
  subscriptionId: string;
  permissions: readonly string[];
  /** The names of the domains that the caller may use; null for all of the subscription. */
  domains: readonly string[] | null;
  /** The CIDR blocks that the caller's requests come from; null for all. */
  networks: readonly string[] | null;
}

const callers = new WeakMap<Request, Caller>();

export function setCaller(request: Request, caller: Caller): void {
  callers.set(request, caller);
}

/** The authenticated caller of a request. */
export function getCaller(request: Request): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error('this path is served without authentication: it must be under /v1');
  return caller;
}

/** Whether the caller may use a domain of its subscription. @param name normalized */
export function mayUseDomain({ domains }: Caller, name: string): boolean {
  // control: a key limited to domains reaches no other
  return domains === null || domains.includes(name);
}

/** Injects the caller of the request. */
export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  getCaller(context.switchToHttp().getRequest<Request>()),
);
