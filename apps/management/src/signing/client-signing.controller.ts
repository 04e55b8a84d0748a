import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { ClientIdPipe, ClientIdParameter } from '../client/client-id.pipe.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ClientSigningService } from './client-signing.service.js';
import { ClientSigningRequest, ClientSigningResponse } from './signing.dto.js';

@ApiTags('Signing')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/signing')
@UseGuards(CurrentDomainGuard)
export class ClientSigningController {
  constructor(private readonly signing: ClientSigningService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientSigning', summary: 'Show the algorithms that sign the tokens of a client' })
  @ConditionalGet()
  @ResponseBody(ClientSigningResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientSigningResponse> {
    return this.signing.get(domain, clientId);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientSigning',
    summary: 'Choose the algorithms that sign the tokens of a client',
    description:
      'If the domain has no key for an algorithm, one is published. It signs ten minutes later, when verifiers can have it; until then tokens are signed as before.',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: ClientSigningRequest,
    @RequestPrecondition(ClientSigningResponse) precondition: Precondition<ClientSigningResponse>,
  ): Promise<void> {
    return this.signing.replace({ domain, clientId }, request, precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientSigning', summary: "Sign the tokens of a client with the domain's algorithms" })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientSigningResponse) precondition: Precondition<ClientSigningResponse>,
  ): Promise<void> {
    return this.signing.delete({ domain, clientId }, precondition);
  }
}
