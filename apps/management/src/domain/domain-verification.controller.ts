import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { ResponseBody } from '../http/response-body.js';
import { WaitsForNetwork } from '../http/waits-for-network.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { CHECKS_PER_MINUTE, DomainVerificationLimitService } from '../domain-verification/domain-verification-limit.service.js';
import { DomainVerificationService } from '../domain-verification/domain-verification.service.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { DomainDetailsService } from './domain-details.service.js';
import { DomainDetailsResponse } from './domain.dto.js';
import { DomainService } from './domain.service.js';

@ApiTags('Domains')
@Controller('v1/domain/:domain/verify')
@UseGuards(CurrentDomainGuard)
export class DomainVerificationController {
  constructor(
    private readonly domains: DomainService,
    private readonly verifications: DomainVerificationService,
    private readonly limit: DomainVerificationLimitService,
    private readonly details: DomainDetailsService,
  ) {}

  @Post()
  @WaitsForNetwork()
  @HttpCode(200)
  @DomainParameter()
  @RequiresPermission('domain:write')
  @ApiOperation({
    operationId: 'verifyDomain',
    summary: 'Check the DNS of a custom domain now',
    description:
      'Waits for the check, which takes some seconds at most, and answers with what came of it. A domain that has failed begins a new ' +
      `attempt, with the proof that it shows since then. A domain that needs no proof is answered as it is. At most ${CHECKS_PER_MINUTE} ` +
      'checks a minute for each domain.',
  })
  @ResponseBody(DomainDetailsResponse)
  @ApiProblems('domain-not-found')
  async verify(@CurrentCaller() caller: Caller, @CurrentDomain() domain: Domain): Promise<DomainDetailsResponse> {
    await this.limit.consume(domain.id);
    await this.verifications.checkNow(domain);
    return this.details.describe(await this.domains.get(caller, domain.name));
  }
}
