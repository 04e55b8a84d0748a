import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import type { Request } from 'express';
import { getCaller } from '../caller/caller.js';
import { includesPermission } from '../caller/permission.js';
import { isObject } from '../http/merge-patch.js';
import { ConfigurationService } from './configuration.service.js';

/** Requires the permission of each section, so that a caller can do no more by the document than by single operations. */
@Injectable()
export class SectionPermissionGuard implements CanActivate {
  constructor(private readonly configurations: ConfigurationService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { permissions, name } = getCaller(request);
    const document = isObject(request.body) ? request.body : {};
    const required =
      request.method === 'PUT' ? this.configurations.listPermissions(document, 'write') : this.configurations.listPermissions(null, 'read');
    const missing = required.filter((permission) => !includesPermission(permissions, permission));
    // control: the configuration document requires the permission of each section
    if (missing.length === 0) return true;
    const detail = `The sections of this document require the permissions ${missing.join(', ')}, which ${name} does not have. Nothing was changed.`;
    throw new Problem('permission-denied', detail);
  }
}
