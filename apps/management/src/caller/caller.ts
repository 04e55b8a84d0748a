import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import type { Request } from 'express';

/** Who makes a request for a subscription. */
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

/** The operator of the service, with PLATFORM_KEY. It has no subscription, so it can only change subscriptions themselves. */
export interface PlatformCaller {
  type: 'platform';
  id: 'platform';
  name: 'PLATFORM_KEY';
  permissions: readonly string[];
}

// control: the platform key reaches nothing that a subscription owns
export const PLATFORM: PlatformCaller = { type: 'platform', id: 'platform', name: 'PLATFORM_KEY', permissions: ['subscription:write'] };

export type AuthenticatedCaller = Caller | PlatformCaller;

/** The nil UUID (RFC 9562 section 5.9), which no subscription has. */
const PLATFORM_OWNER_ID = '00000000-0000-0000-0000-000000000000';

const callers = new WeakMap<Request, AuthenticatedCaller>();

export function setCaller(request: Request, caller: AuthenticatedCaller): void {
  callers.set(request, caller);
}

/** The authenticated caller of a request, which may be the operator of the service. */
export function getAuthenticatedCaller(request: Request): AuthenticatedCaller {
  const caller = callers.get(request);
  if (!caller) throw new Error('this path is served without authentication: it must be under /v1');
  return caller;
}

/** The caller of a request for a subscription. @throws Problem permission-denied for the operator of the service */
export function getCaller(request: Request): Caller {
  const caller = getAuthenticatedCaller(request);
  if (caller.type !== 'platform') return caller;
  throw new Problem('permission-denied', 'The platform key may only use /v1/subscription. Nothing was changed.');
}

/** The owner of what is stored or counted for a caller: its subscription, or the nil UUID for the operator of the service. */
export function getOwnerId(caller: AuthenticatedCaller): string {
  return caller.type === 'platform' ? PLATFORM_OWNER_ID : caller.subscriptionId;
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

/** Injects the caller of the request, which may be the operator of the service. */
export const CurrentAuthenticatedCaller = createParamDecorator((_data: unknown, context: ExecutionContext): AuthenticatedCaller =>
  getAuthenticatedCaller(context.switchToHttp().getRequest<Request>()),
);
