import { Body, Controller, Delete, Get, HttpCode, Param, Put, SerializeOptions, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../../http/conditional-request.js';
import { DOCUMENT_SIZE_NOTE } from '../../http/document-size.js';
import { CreatesOrReplaces } from '../../http/created-status.interceptor.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ClientIdPipe, ClientIdParameter } from '../client-id.pipe.js';
import { ClientAuthenticationBody, ClientAuthenticationResponse } from './client-authentication.dto.js';
import { CLIENT_AUTHENTICATION_RESPONSE_SCHEMA, CLIENT_AUTHENTICATION_SCHEMA } from './client-authentication.schema.js';
import { ClientAuthenticationService } from './client-authentication.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/authentication')
@UseGuards(CurrentDomainGuard)
export class ClientAuthenticationController {
  constructor(private readonly documents: ClientAuthenticationService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({
    operationId: 'getClientAuthentication',
    summary: 'Show how a client authenticates, and when each method was last used. Its ETag covers everything except lastUsedAt',
  })
  @ConditionalGet(ClientAuthenticationBody)
  @SerializeOptions({ type: ClientAuthenticationResponse })
  @ApiOkResponse({ schema: CLIENT_AUTHENTICATION_RESPONSE_SCHEMA })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<object> {
    return this.documents.get(domain, clientId);
  }

  @Put()
  @CreatesOrReplaces()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientAuthentication',
    summary: 'Choose how a client authenticates. Without ClientSecret its secrets are deleted',
    description: DOCUMENT_SIZE_NOTE,
  })
  @ApiBody({ schema: CLIENT_AUTHENTICATION_SCHEMA })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'client-conflict', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() body: object,
    @RequestPrecondition(ClientAuthenticationBody) precondition: Precondition<object>,
  ): Promise<boolean> {
    return this.documents.replace({ domain, clientId }, body, precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientAuthentication', summary: "Restore the default authentication of a client's type" })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientAuthenticationBody) precondition: Precondition<object>,
  ): Promise<void> {
    return this.documents.delete({ domain, clientId }, precondition);
  }
}
