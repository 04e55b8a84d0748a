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
import { ClientQuotaRequest, ClientQuotaResponse } from './client-quota.dto.js';
import { ClientQuotaService, toQuota } from './client-quota.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/quota')
@UseGuards(CurrentDomainGuard)
export class ClientQuotaController {
  constructor(private readonly documents: ClientQuotaService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientQuota', summary: 'Show how many access tokens a client may get' })
  @ConditionalGet()
  @ResponseBody(ClientQuotaResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientQuotaResponse> {
    return this.documents.get(domain, clientId);
  }

  @Put()
  @CreatesOrReplaces()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientQuota',
    summary: 'Choose how many access tokens a client may get',
    description:
      'Counted over all replicas, never more. Beyond a limit the token endpoint answers 429 with the error temporarily_unavailable, and Retry-After with the seconds until the next minute or day.',
  })
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: ClientQuotaRequest,
    @RequestPrecondition(ClientQuotaResponse) precondition: Precondition<ClientQuotaResponse>,
  ): Promise<boolean> {
    return this.documents.replace({ domain, clientId }, toQuota(request), precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteClientQuota', summary: 'Restore the default: a client may get any number of access tokens' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(ClientQuotaResponse) precondition: Precondition<ClientQuotaResponse>,
  ): Promise<void> {
    return this.documents.delete({ domain, clientId }, precondition);
  }
}
