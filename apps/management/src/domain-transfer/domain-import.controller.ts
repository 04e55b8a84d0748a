import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { NDJSON } from '../http/ndjson.js';
import { ConditionalGet } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { StreamsBody } from '../http/waits-for-network.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { FILE_SCHEMA, ImportedDomainResponse, TransferKeyResponse } from './domain-transfer.dto.js';
import { DomainImportService } from './domain-import.service.js';
import { TransferKeyService } from './transfer-key.service.js';

@ApiTags('Domains')
@Controller('v1/domain-import')
export class DomainImportController {
  constructor(
    private readonly imports: DomainImportService,
    private readonly keys: TransferKeyService,
  ) {}

  @Get('key')
  @RequiresPermission('domain:read')
  @ApiOperation({ operationId: 'getDomainImportKey', summary: 'Show the public key for which domains are exported that come here' })
  @ConditionalGet()
  @ResponseBody(TransferKeyResponse)
  @ApiProblems()
  getKey(): TransferKeyResponse {
    return this.keys.getPublicKey();
  }

  @Post()
  @HttpCode(201)
  @StreamsBody()
  @RequiresPermission('domain:write')
  @ApiOperation({
    operationId: 'importDomain',
    summary: 'Import a whole domain from another installation',
    description:
      'The file is what exportDomain has answered there, at most 16 GiB, and 4 MiB per line. All of it is imported, or nothing: until the ' +
      'end nobody finds the domain. Its log must be whole. A name outside of the sandbox zone is served once its ownership is proved here. ' +
      'The caller needs the permission *.',
  })
  @ApiConsumes(NDJSON)
  @ApiBody({ required: true, schema: FILE_SCHEMA })
  @ResponseBody(ImportedDomainResponse, { status: 201 })
  @ApiProblems('invalid-request', 'permission-denied', 'domain-import-conflict', 'quota-exceeded')
  import(@CurrentCaller() caller: Caller, @Req() request: Request): Promise<ImportedDomainResponse> {
    return this.imports.import(caller, request);
  }
}
