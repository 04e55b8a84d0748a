import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Permission } from './permission.js';

/** The key of the operation's permission in the metadata of its handler. */
export const REQUIRED_PERMISSION = 'required-permission';

/** Requires a permission of the caller, and documents it as `x-permission`. Every operation has exactly one, or AllowsEveryCaller. */
export function RequiresPermission(permission: Permission): MethodDecorator {
  return applyDecorators(SetMetadata(REQUIRED_PERMISSION, permission), ApiExtension('x-permission', permission));
}

/** Requires a valid API key or access token of a subscription, but no permission. For what concerns the caller alone. */
export function AllowsEveryCaller(): MethodDecorator {
  return SetMetadata(REQUIRED_PERMISSION, null);
}
