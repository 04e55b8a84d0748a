import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { CurrentDomain, CurrentDomainGuard } from '../domain/current-domain.guard.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DomainParameter } from '../openapi/domain.parameter.js';
import { DailyUsageResponse, UsageQueryRequest } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@DomainParameter()
@Controller('v1/domain/:domain/usage')
@UseGuards(CurrentDomainGuard)
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiOperation({ operationId: 'listUsage', summary: 'Show the tokens, sign-ins and active users of a domain, by day' })
  @ResponseBody(DailyUsageResponse, { isArray: true })
  @ApiProblems('invalid-request', 'domain-not-found')
  list(@CurrentDomain() domain: Domain, @Query(RequestQueryPipe) query: UsageQueryRequest): Promise<DailyUsageResponse[]> {
    return this.usage.list(domain.id, query);
  }
}
