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
import { ClientPresentationRequest, ClientPresentationResponse } from './client-presentation.dto.js';
import { ClientPresentationService } from './client-presentation.service.js';
import { toPresentation } from './presentation-document.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/presentation')
@UseGuards(CurrentDomainGuard)
export class ClientPresentationController {
  constructor(private readonly documents: ClientPresentationService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientPresentation', summary: 'Show how people are told of a client' })
  @ConditionalGet()
  @ResponseBody(ClientPresentationResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientPresentationResponse> {
    return this.documents.get(domain, clientId);
  }

  @Put()
  @CreatesOrReplaces()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientPresentation',
    summary: 'Choose how people are told of a client',
    description: 'Its name stands at sign-in, consent and sign-out in place of the id; picture and links at consent.',
  })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: ClientPresentationRequest,
    @RequestPrecondition(ClientPresentationResponse) precondition: Precondition<ClientPresentationResponse>,
  ): Promise<boolean> {
    return this.documents.replace({ domain, clientId }, toPresentation(request), precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientPresentation', summary: 'Restore the default: the id of a client stands for its name' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientPresentationResponse) precondition: Precondition<ClientPresentationResponse>,
  ): Promise<void> {
    return this.documents.delete({ domain, clientId }, precondition);
  }
}
