import { Body, Controller, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { SignInRequest, SignInResponse } from './sign-in.dto.js';
import { SignInService } from './sign-in.service.js';

@ApiTags('Sign-in')
@DomainParameter()
@Controller('v1/domain/:domain/sign-in')
@UseGuards(CurrentDomainGuard)
export class SignInController {
  constructor(private readonly signIn: SignInService) {}

  @Get()
  @RequiresPermission('domain:read')
  @ApiOperation({ operationId: 'getSignIn', summary: 'Show how users of a domain sign in' })
  @ConditionalGet()
  @ResponseBody(SignInResponse)
  @ApiProblems('domain-not-found')
  get(@CurrentDomain() domain: Domain): SignInResponse {
    return this.signIn.get(domain);
  }

  @Put()
  @HttpCode(204)
  @RequiresPermission('domain:write')
  @ApiOperation({ operationId: 'replaceSignIn', summary: 'Choose how users of a domain sign in' })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replace(
    @CurrentDomain() domain: Domain,
    @Body() request: SignInRequest,
    @RequestPrecondition(SignInResponse) precondition: Precondition<SignInResponse>,
  ): Promise<void> {
    await this.signIn.replace(domain, request, precondition);
  }
}
