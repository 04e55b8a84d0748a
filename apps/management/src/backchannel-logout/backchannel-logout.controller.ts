import { Body, Controller, Delete, Get, HttpCode, Param, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { ClientIdPipe, ClientIdParameter } from '../client/client-id.pipe.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { createCallbackUrlBodyPipe } from '../http/callback-url-body.pipe.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { BackchannelLogoutRequest, BackchannelLogoutResponse } from './backchannel-logout.dto.js';
import { BackchannelLogoutService } from './backchannel-logout.service.js';

const BackchannelLogoutBodyPipe = createCallbackUrlBodyPipe('uri');

@ApiTags('Clients')
@DomainParameter()
@ClientIdParameter()
@Controller('v1/domain/:domain/client/:clientId/backchannel_logout')
@UseGuards(CurrentDomainGuard)
export class BackchannelLogoutController {
  constructor(private readonly logouts: BackchannelLogoutService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getBackchannelLogout', summary: 'Show where a client is notified that a session has ended' })
  @ConditionalGet()
  @ResponseBody(BackchannelLogoutResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'backchannel-logout-not-found')
  async get(@CurrentDomain() domain: Domain, @Param('clientId', ClientIdPipe) clientId: string): Promise<BackchannelLogoutResponse> {
    const { uri, sessionRequired } = await this.logouts.get(domain, clientId);
    return { uri, sessionRequired };
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'replaceBackchannelLogout',
    summary: 'Notify a client when one of its sessions ends (OpenID Connect Back-Channel Logout 1.0)',
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @Body(BackchannelLogoutBodyPipe) { uri, sessionRequired }: BackchannelLogoutRequest,
    @RequestPrecondition(BackchannelLogoutResponse) precondition: Precondition<BackchannelLogoutResponse>,
  ): Promise<void> {
    return this.logouts.replace({ domain, clientId }, { uri, sessionRequired: sessionRequired ?? false }, precondition);
  }

  @Delete()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'deleteBackchannelLogout', summary: 'Stop notifying a client of ended sessions' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'client-not-found', 'backchannel-logout-not-found', 'precondition-failed')
  delete(
    @CurrentDomain() domain: Domain,
    @Param('clientId', ClientIdPipe) clientId: string,
    @RequestPrecondition(BackchannelLogoutResponse) precondition: Precondition<BackchannelLogoutResponse>,
  ): Promise<void> {
    return this.logouts.delete({ domain, clientId }, precondition);
  }
}
