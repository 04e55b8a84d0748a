import { Controller, Get, Inject, Query, Req, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { ManagementSettings } from '@latchkey/config';
import { selectEventTypes } from '@latchkey/events';
import type { Domain, AuditLogFilter } from '@latchkey/persistence';
import type { Request } from 'express';
import { Readable } from 'node:stream';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { RESPONSE_MEDIA_TYPES } from '../http/content-negotiation.interceptor.js';
import { createLinkHeader, withQuery } from '../http/paging.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { SETTINGS } from '../settings/settings.module.js';
import { LogEntryResponse, LogQueryRequest, MAX_PAGE_SIZE } from './audit-log.dto.js';
import { AuditLogQueryService } from './audit-log-query.service.js';
import { parseRfc3339 } from '../http/rfc3339.js';

/** One JSON value per line. */
const NDJSON = 'application/x-ndjson';

@ApiTags('Log')
@DomainParameter()
@Controller('v1/domain/:domain/log')
@UseGuards(CurrentDomainGuard)
export class AuditLogController {
  constructor(
    private readonly log: AuditLogQueryService,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
  ) {}

  @Get()
  @RequiresPermission('log:read')
  @ApiOperation({
    operationId: 'listLog',
    summary: 'Show who did what in a domain, newest first',
    description: `With \`Accept: ${NDJSON}\`: all entries, oldest first, one per line. \`after\` resumes.`,
  })
  @ApiProduces('application/json', NDJSON)
  @ResponseBody(LogEntryResponse, {
    isArray: true,
    headers: { Link: { description: 'rel="next": the next page.', schema: { type: 'string' } } },
  })
  @ApiProblems('invalid-request', 'domain-not-found')
  async list(
    @CurrentDomain() domain: Domain,
    @Query(RequestQueryPipe) query: LogQueryRequest,
    @Req() request: Request,
  ): Promise<LogEntryResponse[] | StreamableFile> {
    const filter = toFilter(query);
    const limit = query.limit === undefined ? null : Number(query.limit);
    if (request.accepts([...RESPONSE_MEDIA_TYPES, NDJSON]) === NDJSON) {
      return new StreamableFile(Readable.from(await this.log.stream(domain.id, filter, limit)), { type: NDJSON });
    }
    return this.listPage(domain, { filter, limit: limit ?? MAX_PAGE_SIZE }, request);
  }

  private async listPage(
    domain: Domain,
    { filter, limit }: { filter: AuditLogFilter; limit: number },
    { originalUrl, res }: Request,
  ): Promise<LogEntryResponse[]> {
    const entries = await this.log.list(domain.id, filter, { order: 'newest-first', limit: limit + 1 });
    const page = entries.slice(0, limit);
    if (entries.length > page.length) {
      const next = withQuery(this.settings.MANAGEMENT_URL, originalUrl, { cursor: String(page.at(-1)!.sequence) });
      res?.setHeader('Link', createLinkHeader({ next }));
    }
    return page;
  }
}

function toFilter({ from, to, type, actor, user, client, requestId, after, cursor }: LogQueryRequest): AuditLogFilter {
  return {
    from: from === undefined ? null : parseRfc3339(from),
    to: to === undefined ? null : parseRfc3339(to),
    types: type === undefined ? null : [type].flat().flatMap(selectEventTypes),
    actor: actor ?? null,
    user: user ?? null,
    client: client ?? null,
    requestId: requestId ?? null,
    after: after ?? null,
    before: cursor ?? null,
  };
}
