import { Controller, Get, Inject, Query, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ManagementSettings } from '@latchkey/config';
import type { Domain, LogEntry, LogQuery } from '@latchkey/persistence';
import type { Request } from 'express';
import { CurrentDomain, CurrentDomainGuard } from '../domain/current-domain.guard.js';
import { createLinkHeader, withQuery } from '../http/link-header.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DomainParameter } from '../openapi/domain.parameter.js';
import { SETTINGS } from '../settings/settings.module.js';
import { LogEntryResponse, LogQueryRequest, MAX_PAGE_SIZE } from './log.dto.js';
import { LogService } from './log.service.js';
import { parseRfc3339 } from './rfc3339.js';

@ApiTags('Log')
@DomainParameter()
@Controller('v1/domain/:domain/log')
@UseGuards(CurrentDomainGuard)
export class LogController {
  constructor(
    private readonly log: LogService,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listLog', summary: 'Show who did what in a domain, newest first' })
  @ResponseBody(LogEntryResponse, {
    isArray: true,
    headers: { Link: { description: 'rel="next": the page after this one.', schema: { type: 'string' } } },
  })
  @ApiProblems('invalid-request', 'domain-not-found')
  async list(
    @CurrentDomain() domain: Domain,
    @Query(RequestQueryPipe) query: LogQueryRequest,
    @Req() { originalUrl, res }: Request,
  ): Promise<LogEntryResponse[]> {
    const logQuery = toQuery(query);
    const entries = await this.log.list(domain.id, { ...logQuery, limit: logQuery.limit + 1 });
    const page = entries.slice(0, logQuery.limit);
    if (entries.length > page.length) {
      const next = withQuery(this.settings.MANAGEMENT_URL, originalUrl, { cursor: page.at(-1)!.id });
      res?.setHeader('Link', createLinkHeader({ next }));
    }
    return page.map(toResponse);
  }
}

function toQuery({ from, to, operation, sub, cursor, limit }: LogQueryRequest): LogQuery {
  return {
    from: from === undefined ? null : parseRfc3339(from),
    to: to === undefined ? null : parseRfc3339(to),
    operation: operation ?? null,
    sub: sub ?? null,
    before: cursor ?? null,
    limit: limit === undefined ? MAX_PAGE_SIZE : Number(limit),
  };
}

function toResponse({ actorType, actorId, actorName, domainId: _domainId, ...entry }: LogEntry): LogEntryResponse {
  return { ...entry, actor: { type: actorType, id: actorId, name: actorName } };
}
