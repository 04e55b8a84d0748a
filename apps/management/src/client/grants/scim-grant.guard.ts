import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import type { Request } from 'express';
import { getCaller } from '../../caller/caller.js';
import { includesPermission } from '../../caller/permission.js';
import { isObject } from '../../http/merge-patch.js';

/** What a client can do by SCIM, whoever permits it must be able to do. */
export const SCIM_PERMISSIONS = ['user:write', 'role:write'] as const;

/** Whether a grants document of a request permits SCIM. */
export function permitsScim(grants: unknown): boolean {
  return isObject(grants) && grants['scim'] === true;
}

/** Requires the permissions that SCIM gives to a client. */
@Injectable()
export class ScimGrantGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { permissions, name } = getCaller(request);
    const missing = permitsScim(request.body) ? SCIM_PERMISSIONS.filter((each) => !includesPermission(permissions, each)) : [];
    // control: only who may change users and roles lets a client do so by SCIM
    if (missing.length === 0) return true;
    const detail = `"scim": true requires the permissions ${missing.join(', ')}, which ${name} does not have. Nothing was changed.`;
    throw new Problem('permission-denied', detail);
  }
}
