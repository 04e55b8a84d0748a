import { Controller, Delete, Get, HttpCode, Param, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Credential, Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { CredentialResponse } from './credential.dto.js';
import { CredentialService } from './credential.service.js';

@ApiTags('Users')
@DomainParameter()
@ApiParam({ name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user.' })
@Controller('v1/domain/:domain/user/:sub/credential')
@UseGuards(CurrentDomainGuard)
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({ operationId: 'listUserCredentials', summary: 'List the credentials of a user, without their secrets' })
  @ResponseBody(CredentialResponse, { isArray: true })
  @ApiProblems('domain-not-found', 'user-not-found')
  list(@CurrentDomain() domain: Domain, @Param('sub') sub: string): Promise<Credential[]> {
    return this.credentials.list({ domain, sub });
  }

  @Delete(':credentialId')
  @HttpCode(204)
  @ApiParam({ name: 'credentialId', schema: { type: 'string' }, description: 'The id of a credential in the list.' })
  @RequiresPermission('user:write')
  @ApiOperation({
    operationId: 'deleteUserCredential',
    summary: 'Remove a credential, which signs in no more from the next request. The user gets a mail; sessions stay',
  })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'user-not-found', 'credential-not-found')
  delete(@CurrentDomain() domain: Domain, @Param('sub') sub: string, @Param('credentialId') id: string): Promise<void> {
    return this.credentials.delete({ domain, sub }, id);
  }
}
