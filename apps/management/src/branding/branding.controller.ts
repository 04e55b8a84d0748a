import { Body, Controller, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { BrandingRequest, BrandingResponse } from './branding.dto.js';
import { BrandingService } from './branding.service.js';

@ApiTags('Branding')
@DomainParameter()
@Controller('v1/domain/:domain/branding')
@UseGuards(CurrentDomainGuard)
export class BrandingController {
  constructor(private readonly branding: BrandingService) {}

  @Get()
  @RequiresPermission('branding:read')
  @ApiOperation({ operationId: 'getBranding', summary: 'Show the branding of a domain' })
  @ConditionalGet()
  @ResponseBody(BrandingResponse)
  @ApiProblems('domain-not-found')
  get(@CurrentDomain() domain: Domain): Promise<BrandingResponse> {
    return this.branding.get(domain);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('branding:write')
  @ApiOperation({ operationId: 'replaceBranding', summary: 'Replace the branding of a domain' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replace(
    @CurrentDomain() domain: Domain,
    @Body() request: BrandingRequest,
    @RequestPrecondition(BrandingResponse) precondition: Precondition<BrandingResponse>,
  ): Promise<void> {
    await this.branding.replace(domain, request, precondition);
  }
}
