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
import { ClientRefreshTokenRequest, ClientRefreshTokenResponse } from './client-refresh-token.dto.js';
import { ClientRefreshTokenService } from './client-refresh-token.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/refresh-token')
@UseGuards(CurrentDomainGuard)
export class ClientRefreshTokenController {
  constructor(private readonly documents: ClientRefreshTokenService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientRefreshToken', summary: "Show a client's refresh token settings" })
  @ConditionalGet()
  @ResponseBody(ClientRefreshTokenResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientRefreshTokenResponse> {
    return this.documents.get(domain, clientId);
  }

  @Put()
  @CreatesOrReplaces()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientRefreshToken',
    summary: "Choose a client's refresh token settings",
    description:
      'Within the leeway a client that lost a response, or refreshes twice concurrently, keeps its session; so does a thief who is as quick. By default the second use of a refresh token revokes everything issued for the sign-in (RFC 9700 section 4.14).',
  })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: ClientRefreshTokenRequest,
    @RequestPrecondition(ClientRefreshTokenResponse) precondition: Precondition<ClientRefreshTokenResponse>,
  ): Promise<boolean> {
    return this.documents.replace({ domain, clientId }, request, precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientRefreshToken', summary: "Restore a client's default refresh token settings" })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientRefreshTokenResponse) precondition: Precondition<ClientRefreshTokenResponse>,
  ): Promise<void> {
    return this.documents.delete({ domain, clientId }, precondition);
  }
}
