import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../../http/conditional-request.js';
import { CreatesOrReplaces } from '../../http/created-status.interceptor.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ClientIdPipe, ClientIdParameter } from '../client-id.pipe.js';
import { ClientClaimsRequest, ClientClaimsResponse } from './client-claims.dto.js';
import { ClientClaimsService } from './client-claims.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/claims')
@UseGuards(CurrentDomainGuard)
export class ClientClaimsController {
  constructor(private readonly documents: ClientClaimsService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientClaims', summary: 'Show the claims of the tokens that a client gets for itself' })
  @ConditionalGet()
  @ResponseBody(ClientClaimsResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientClaimsResponse> {
    return this.documents.get(domain, clientId);
  }

  @Put()
  @CreatesOrReplaces()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientClaims',
    summary: 'Choose the claims of the tokens that a client gets for itself',
  })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: ClientClaimsRequest,
    @RequestPrecondition(ClientClaimsResponse) precondition: Precondition<ClientClaimsResponse>,
  ): Promise<boolean> {
    return this.documents.replace({ domain, clientId }, request, precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientClaims', summary: 'Remove all claims from the tokens that a client gets for itself' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientClaimsResponse) precondition: Precondition<ClientClaimsResponse>,
  ): Promise<void> {
    return this.documents.delete({ domain, clientId }, precondition);
  }
}
