import { Controller, Get, Param, StreamableFile, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { UserExportService } from '@latchkey/user';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { AuditLogChainService } from '../../audit-log/chain/audit-log-chain.service.js';
import { CurrentCaller, type Caller } from '../../caller/caller.js';
import { includesPermission } from '../../caller/permission.js';
import { createPermissionProblem } from '../../caller/permission.guard.js';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { UserService } from '../user.service.js';
import { USER_EXPORT_SCHEMA } from './user-export.schema.js';

@ApiTags('Users')
@DomainParameter()
@ApiParam({ name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user.' })
@Controller('v1/domain/:domain/user/:sub/export')
@UseGuards(CurrentDomainGuard)
export class UserExportController {
  constructor(
    private readonly users: UserService,
    private readonly chain: AuditLogChainService,
    private readonly exports: UserExportService,
  ) {}

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({
    operationId: 'exportUser',
    summary: 'Export everything that is kept about a user, without the secrets of credentials',
    description: 'Also requires `log:read`, because it contains the entries of the log about the user. They are streamed, oldest first.',
  })
  @ApiOkResponse({ content: { 'application/json': { schema: USER_EXPORT_SCHEMA } } })
  @ApiProblems('domain-not-found', 'user-not-found')
  async export(
    @CurrentDomain() domain: Domain,
    @Param('sub') id: string,
    @CurrentCaller() { permissions, name }: Caller,
  ): Promise<StreamableFile> {
    // control: an export shows no log to callers who may not read it
    if (!includesPermission(permissions, 'log:read')) throw createPermissionProblem('log:read', name);
    const { sub } = await this.users.get(domain, id);
    await this.chain.catchUp(domain.id);
    const json = Readable.from(this.exports.stream({ domainId: domain.id, domain: domain.name, sub }));
    const file = new StreamableFile(json, { type: 'application/json' });
    // The status has already been sent, so only a broken connection shows that the export is incomplete.
    file.setErrorHandler((_error, response) => void (response as unknown as Response).destroy());
    return file;
  }
}
