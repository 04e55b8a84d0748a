import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Problem } from '@latchkey/problem';
import type { Request } from 'express';
import { getAuthenticatedCaller } from './caller.js';
import { includesPermission, type Permission } from './permission.js';
import { REQUIRED_PERMISSION } from './requires-permission.js';

const CHANGE_SUBSCRIPTIONS: Permission = 'subscription:write';

/** Requires the operation's permission. An operation without RequiresPermission fails, because it would be open to every key. */
@Injectable()
export class PermissionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const permission = this.reflector.get<Permission | null | undefined>(REQUIRED_PERMISSION, context.getHandler());
    if (permission === undefined) throw new Error(`${context.getHandler().name} has no RequiresPermission`);
    if (permission === null) return true;
    const { type, permissions, name } = getAuthenticatedCaller(context.switchToHttp().getRequest<Request>());
    // control: no subscription changes subscriptions
    if (permission === CHANGE_SUBSCRIPTIONS && type !== 'platform') throw createPlatformProblem();
    // control: an operation requires its permission
    if (includesPermission(permissions, permission)) return true;
    throw createPermissionProblem(permission, name);
  }
}

/** @param name of the caller */
export function createPermissionProblem(permission: string, name: string): Problem {
  const detail = `This operation requires the permission ${permission}, which ${name} does not have. Nothing was changed.`;
  return new Problem('permission-denied', detail);
}

function createPlatformProblem(): Problem {
  const detail = `This operation requires ${CHANGE_SUBSCRIPTIONS} of the platform key (PLATFORM_KEY), not of a subscription. Nothing was changed.`;
  return new Problem('permission-denied', detail);
}
