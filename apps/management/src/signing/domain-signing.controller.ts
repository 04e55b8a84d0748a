import { Body, Controller, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DomainSigningService } from './domain-signing.service.js';
import { DomainSigningRequest, DomainSigningResponse } from './signing.dto.js';

@ApiTags('Signing')
@DomainParameter()
@Controller('v1/domain/:domain/signing')
@UseGuards(CurrentDomainGuard)
export class DomainSigningController {
  constructor(private readonly signing: DomainSigningService) {}

  @Get()
  @RequiresPermission('domain:read')
  @ApiOperation({ operationId: 'getDomainSigning', summary: 'Show the algorithms that sign the tokens of a domain' })
  @ConditionalGet()
  @ResponseBody(DomainSigningResponse)
  @ApiProblems('domain-not-found')
  get(@CurrentDomain() domain: Domain): DomainSigningResponse {
    return this.signing.get(domain);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('domain:write')
  @ApiOperation({
    operationId: 'replaceDomainSigning',
    summary: 'Choose the algorithms that sign the tokens of a domain',
    description:
      'If the domain has no key for an algorithm, one is published. It signs ten minutes later, when verifiers can have it; until then tokens are signed as before.',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Body() request: DomainSigningRequest,
    @RequestPrecondition(DomainSigningResponse) precondition: Precondition<DomainSigningResponse>,
  ): Promise<void> {
    return this.signing.replace(domain, request, precondition);
  }
}
