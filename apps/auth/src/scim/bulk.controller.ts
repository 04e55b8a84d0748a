import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import type { JsonObject } from '@latchkey/user';
import { BulkService } from './bulk.service.js';
import { CurrentScimCaller, ScimCallerGuard } from './scim-caller.guard.js';
import type { ScimCaller } from './scim-caller.service.js';

/** RFC 7644 section 3.7. */
@Controller('scim/v2/Bulk')
@UseGuards(ScimCallerGuard)
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  @Post()
  @HttpCode(200)
  run(@CurrentScimCaller() caller: ScimCaller, @Body() body: unknown): Promise<JsonObject> {
    return this.bulk.run(caller, body);
  }
}
