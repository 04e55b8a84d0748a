import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, UseGuards } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Domain, Precondition, UserImport } from '@latchkey/persistence';
import type { Request } from 'express';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { NDJSON } from '../http/ndjson.js';
import { RequestQueryPipe } from '../http/request-query.pipe.js';
import { ResponseBody } from '../http/response-body.js';
import { StreamsBody } from '../http/waits-for-network.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { IdentifiedUserImportResponse, UserImportLineRequest, UserImportQuery, UserImportResponse } from './user-import.dto.js';
import { UserImportService } from './user-import.service.js';

const ID_PARAMETER = { name: 'importId', schema: { type: 'string' }, description: 'The id of an import.' } as const;
const LOCATION = { description: 'The path of the import.', schema: { type: 'string' } } as const;

@ApiTags('Users')
@DomainParameter()
@Controller('v1/domain/:domain/user-import')
@UseGuards(CurrentDomainGuard)
export class UserImportController {
  constructor(private readonly imports: UserImportService) {}

  @Post()
  @HttpCode(202)
  @StreamsBody()
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'importUsers',
    summary: 'Create and update users from a file, in the background',
    description:
      'The file has one user per line: the body of createUser, which may also have active. A line updates the user with its sub, ' +
      'or without sub the one with its username: what it names is set, null removes, and the rest stays. Other lines create a user. ' +
      'A line with errors changes nothing, and the other lines are done. At most 1 GiB, and 256 KiB per line. ' +
      'Sending a file again changes nothing else. Two imports of a domain run one after the other.',
  })
  @ApiExtraModels(UserImportLineRequest)
  @ApiConsumes(NDJSON)
  @ApiBody({ required: true, schema: { type: 'array', items: { $ref: getSchemaPath(UserImportLineRequest) } } })
  @ResponseBody(IdentifiedUserImportResponse, { status: 202, headers: { Location: LOCATION } })
  @ApiProblems('invalid-request', 'domain-not-found')
  async create(
    @CurrentDomain() domain: Domain,
    @Query(RequestQueryPipe) { dryRun }: UserImportQuery,
    @Req() request: Request,
  ): Promise<IdentifiedUserImportResponse> {
    const created = await this.imports.upload(domain, { dryRun: dryRun === 'true', body: request });
    request.res!.setHeader('Location', `/v1/domain/${domain.name}/user-import/${created.id}`);
    return created;
  }

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({
    operationId: 'listUserImports',
    summary: 'List the imports of the last 7 days, newest first; at most 20 that are completed',
  })
  @ResponseBody(IdentifiedUserImportResponse, { isArray: true })
  @ApiProblems('domain-not-found')
  list(@CurrentDomain() domain: Domain): Promise<IdentifiedUserImportResponse[]> {
    return this.imports.list(domain);
  }

  @Get(':importId')
  @ApiParam(ID_PARAMETER)
  @RequiresPermission('user:read')
  @ApiOperation({ operationId: 'getUserImport', summary: 'Show the progress and the errors of an import' })
  @ConditionalGet()
  @ResponseBody(UserImportResponse)
  @ApiProblems('domain-not-found', 'user-import-not-found')
  get(@CurrentDomain() domain: Domain, @Param('importId') id: string): Promise<UserImportResponse> {
    return this.imports.get(domain, id);
  }

  @Delete(':importId')
  @HttpCode(204)
  @ApiParam(ID_PARAMETER)
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'deleteUserImport', summary: 'Cancel an import, or delete its result. Users who were imported stay' })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'user-import-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('importId') id: string,
    @RequestPrecondition(UserImportResponse) precondition: Precondition<UserImport>,
  ): Promise<void> {
    return this.imports.delete(domain, id, precondition);
  }
}
