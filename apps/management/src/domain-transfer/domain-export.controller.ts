import { Controller, Get, Query, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { NDJSON } from '../http/ndjson.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { DomainExportQuery, FILE_SCHEMA } from './domain-transfer.dto.js';
import { DomainExportService } from './domain-export.service.js';
import { parseReceiverKey } from './parse-receiver-key.js';
import { requireEverything } from './require-everything.js';

@ApiTags('Domains')
@DomainParameter()
@Controller('v1/domain/:domain/export')
@UseGuards(CurrentDomainGuard)
export class DomainExportController {
  constructor(private readonly exports: DomainExportService) {}

  @Get()
  @RequiresPermission('domain:read')
  @ApiOperation({
    operationId: 'exportDomain',
    summary: 'Export a whole domain for another installation',
    description:
      'Configuration, users, credentials, keys, sessions, tokens and the log, one JSON object per line. Secrets and private keys are ' +
      'encrypted for the receiver, and the last line tells whether the file is whole. The caller needs the permission *. docs/moving.md describes the file.',
  })
  @ApiOkResponse({ content: { [NDJSON]: { schema: FILE_SCHEMA } } })
  @ApiProblems('invalid-request', 'domain-not-found', 'permission-denied')
  async export(
    @CurrentCaller() caller: Caller,
    @CurrentDomain() domain: Domain,
    @Query(RequestQueryPipe) { key }: DomainExportQuery,
  ): Promise<StreamableFile> {
    requireEverything(caller);
    const lines = await this.exports.export(domain, parseReceiverKey(key));
    const file = new StreamableFile(Readable.from(lines, { highWaterMark: 1 }), { type: NDJSON });
    // The status has already been sent, so only a broken connection shows that the file is not whole.
    file.setErrorHandler((_error, response) => void (response as unknown as Response).destroy());
    return file;
  }
}
