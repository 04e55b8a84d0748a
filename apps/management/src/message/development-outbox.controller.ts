import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { createPermissionProblem } from '../caller/permission.guard.js';
import { ALL } from '../caller/permission.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { DevelopmentOutboxService, type OutboxMessage } from './development-outbox.service.js';

/** Not part of the API, because it exists only in development. */
@ApiExcludeController()
@Controller('dev/outbox')
export class DevelopmentOutboxController {
  constructor(private readonly outbox: DevelopmentOutboxService) {}

  /** @throws Problem permission-denied unless the caller may do everything, because messages contain links that sign users in */
  @Get()
  @RequiresPermission('user:write')
  list(@CurrentCaller() caller: Caller): Promise<OutboxMessage[]> {
    if (!caller.permissions.includes(ALL) || caller.domains !== null) throw createPermissionProblem(ALL, caller.name);
    return this.outbox.list(caller.subscriptionId);
  }
}
