import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { createCheckedBodyPipe } from '../../http/checked-body.pipe.js';
import type { CheckedBody } from '../../http/checked-body.js';
import { ConditionalGet, RequestPrecondition } from '../../http/conditional-request.js';
import { CreatesOrReplaces } from '../../http/created-status.interceptor.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ClientIdPipe, ClientIdParameter } from '../client-id.pipe.js';
import { ClientGrantsRequest, ClientGrantsResponse } from './client-grants.dto.js';
import { ScimGrantGuard } from './scim-grant.guard.js';
import { ClientGrantsService } from './client-grants.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/grants')
@UseGuards(CurrentDomainGuard)
export class ClientGrantsController {
  constructor(private readonly documents: ClientGrantsService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientGrants', summary: 'Show the grants that a client may use beside its grantType' })
  @ConditionalGet()
  @ResponseBody(ClientGrantsResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientGrantsResponse> {
    return this.documents.get(domain, clientId);
  }

  @Put()
  @UseGuards(ScimGrantGuard)
  @CreatesOrReplaces()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientGrants',
    summary: 'Choose the grants that a client may use beside its grantType',
  })
  @ApiBody({ type: ClientGrantsRequest })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body(createCheckedBodyPipe(ClientGrantsRequest)) body: CheckedBody<ClientGrantsRequest>,
    @RequestPrecondition(ClientGrantsResponse) precondition: Precondition<ClientGrantsResponse>,
  ): Promise<boolean> {
    return this.documents.replace({ domain, clientId }, body, precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientGrants', summary: 'Restore the default: a client may use only its grantType' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientGrantsResponse) precondition: Precondition<ClientGrantsResponse>,
  ): Promise<void> {
    return this.documents.delete({ domain, clientId }, precondition);
  }
}
