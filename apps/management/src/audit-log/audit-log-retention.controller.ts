import { Body, Controller, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { LogRetentionRequest, LogRetentionResponse } from './audit-log-retention.dto.js';
import { AuditLogRetentionService } from './audit-log-retention.service.js';

@ApiTags('Log')
@DomainParameter()
@Controller('v1/domain/:domain/log/retention')
@UseGuards(CurrentDomainGuard)
export class AuditLogRetentionController {
  constructor(private readonly retention: AuditLogRetentionService) {}

  @Get()
  @RequiresPermission('log:read')
  @ApiOperation({ operationId: 'getLogRetention', summary: 'Show the log retention of a domain' })
  @ConditionalGet()
  @ResponseBody(LogRetentionResponse)
  @ApiProblems('domain-not-found')
  get(@CurrentDomain() domain: Domain): Promise<LogRetentionResponse> {
    return this.retention.get(domain);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('log:write')
  @ApiOperation({ operationId: 'replaceLogRetention', summary: 'Replace the log retention of a domain' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replace(
    @CurrentDomain() domain: Domain,
    @Body() request: LogRetentionRequest,
    @RequestPrecondition(LogRetentionResponse) precondition: Precondition<LogRetentionResponse>,
  ): Promise<void> {
    await this.retention.replace(domain, request, precondition);
  }
}
