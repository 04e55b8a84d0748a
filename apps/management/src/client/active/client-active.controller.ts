import { Body, Controller, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../../http/conditional-request.js';
import { ResponseBody } from '../../http/response-body.js';
import { ApiProblems } from '../../openapi/api-problems.js';
import { ClientIdPipe, ClientIdParameter } from '../client-id.pipe.js';
import { ClientActiveRequest, ClientActiveResponse } from './client-active.dto.js';
import { ClientActiveService } from './client-active.service.js';

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/active')
@UseGuards(CurrentDomainGuard)
export class ClientActiveController {
  constructor(private readonly clients: ClientActiveService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientActive', summary: 'Show whether a client is active' })
  @ConditionalGet()
  @ResponseBody(ClientActiveResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found')
  get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<ClientActiveResponse> {
    return this.clients.get(domain, clientId);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceClientActive',
    summary: 'Deactivate a client, or activate it again',
    description:
      'The auth server refuses an inactive client from its next request. Its tokens, codes and grants are removed: active again, it gets new ones, and the old ones stay invalid. Its configuration and its secrets stay.',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body() request: ClientActiveRequest,
    @RequestPrecondition(ClientActiveResponse) precondition: Precondition<ClientActiveResponse>,
  ): Promise<void> {
    return this.clients.replace({ domain, clientId }, request, precondition);
  }
}
