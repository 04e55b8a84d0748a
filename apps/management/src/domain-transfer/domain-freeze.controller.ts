import { Controller, Delete, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { WaitsForNetwork } from '../http/waits-for-network.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DomainFreezeService } from './domain-freeze.service.js';
import { requireEverything } from './require-everything.js';

@ApiTags('Domains')
@DomainParameter()
@Controller('v1/domain/:domain/freeze')
@UseGuards(CurrentDomainGuard)
export class DomainFreezeController {
  constructor(private readonly freezes: DomainFreezeService) {}

  @Post()
  @HttpCode(204)
  // Waits outside of any transaction until requests in progress have ended.
  @WaitsForNetwork()
  @RequiresPermission('domain:write')
  @ApiOperation({
    operationId: 'freezeDomain',
    summary: 'Let a domain take no changes while it moves to another installation',
    description:
      'Changes and sign-ins answer 503 with Retry-After until the domain is thawed. Clients still get tokens by client credentials. ' +
      'The caller needs the permission *.',
  })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'permission-denied')
  freeze(@CurrentCaller() caller: Caller, @CurrentDomain() domain: Domain): Promise<void> {
    requireEverything(caller);
    return this.freezes.freeze(domain);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('domain:write')
  @ApiOperation({ operationId: 'thawDomain', summary: 'Let a frozen domain take changes again. Do so only if it has not moved' })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'permission-denied')
  thaw(@CurrentCaller() caller: Caller, @CurrentDomain() domain: Domain): Promise<void> {
    requireEverything(caller);
    return this.freezes.thaw(domain);
  }
}
