import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { KeyedListBody, type KeyedList } from '../http/keyed-list.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DailyUsageResponse, UsageQueryRequest } from './usage.dto.js';
import { UsageService } from './usage.service.js';

/** A small number, because each day can name every client of the domain. */
const DAYS_AT_A_TIME = 10;

@ApiTags('Usage')
@DomainParameter()
@Controller('v1/domain/:domain/usage')
@UseGuards(CurrentDomainGuard)
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @RequiresPermission('usage:read')
  @ApiOperation({ operationId: 'listUsage', summary: 'Show the tokens, sign-ins and active users of a domain, by day' })
  @KeyedListBody(DailyUsageResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  async list(@CurrentDomain() domain: Domain, @Query(RequestQueryPipe) query: UsageQueryRequest): Promise<KeyedList> {
    const keys = await this.usage.listDates(domain.id, query);
    return { keys, total: keys.length, read: (dates) => this.usage.list(domain.id, dates), batchSize: DAYS_AT_A_TIME };
  }
}
