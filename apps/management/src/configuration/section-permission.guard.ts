import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import type { Request } from 'express';
import { getCaller } from '../caller/caller.js';
import { includesPermission } from '../caller/permission.js';
import { permitsScim, SCIM_PERMISSIONS } from '../client/grants/scim-grant.guard.js';
import { isObject, type JsonObject } from '../http/merge-patch.js';
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
    const missing = [...required, ...listScimPermissions(document)].filter((permission) => !includesPermission(permissions, permission));
    // control: the configuration document requires the permission of each section
    if (missing.length === 0) return true;
    const detail = `The sections of this document require the permissions ${missing.join(', ')}, which ${name} does not have. Nothing was changed.`;
    throw new Problem('permission-denied', detail);
  }
}

/** The permissions that a client of the document gets by SCIM. */
function listScimPermissions({ clients }: JsonObject): readonly (typeof SCIM_PERMISSIONS)[number][] {
  const all = isObject(clients) ? Object.values(clients) : [];
  // control: only who may change users and roles lets a client of the document do so by SCIM
  return all.some((client) => isObject(client) && permitsScim(client['grants'])) ? SCIM_PERMISSIONS : [];
}
