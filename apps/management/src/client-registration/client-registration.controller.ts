import { Body, Controller, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { createCheckedBodyPipe } from '../http/checked-body.pipe.js';
import type { CheckedBody } from '../http/checked-body.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ClientRegistrationRequest, ClientRegistrationResponse } from './client-registration.dto.js';
import { ClientRegistrationService } from './client-registration.service.js';

@ApiTags('Clients')
@DomainParameter()
@Controller('v1/domain/:domain/client-registration')
@UseGuards(CurrentDomainGuard)
export class ClientRegistrationController {
  constructor(private readonly registration: ClientRegistrationService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({ operationId: 'getClientRegistration', summary: 'Show how clients come to a domain without an operator' })
  @ConditionalGet()
  @ResponseBody(ClientRegistrationResponse)
  @ApiProblems('domain-not-found')
  get(@CurrentDomain() domain: Domain): Promise<ClientRegistrationResponse> {
    return this.registration.get(domain);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('client:write')
  @ApiOperation({ operationId: 'replaceClientRegistration', summary: 'Choose how clients come to a domain without an operator' })
  @ApiBody({ type: ClientRegistrationRequest })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  replace(
    @CurrentDomain() domain: Domain,
    @Body(createCheckedBodyPipe(ClientRegistrationRequest)) body: CheckedBody<ClientRegistrationRequest>,
    @RequestPrecondition(ClientRegistrationResponse) precondition: Precondition<ClientRegistrationResponse>,
  ): Promise<void> {
    return this.registration.replace(domain, body, precondition);
  }
}
