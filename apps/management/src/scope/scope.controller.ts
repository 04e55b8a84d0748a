import { Body, Controller, Get, HttpCode, Put, UseGuards } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Domain, Precondition } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { DOCUMENT_SIZE_NOTE } from '../http/document-size.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { ScopeListPipe } from './scope-list.pipe.js';
import { ScopeRequest, ScopeResponse } from './scope.dto.js';
import { toResponse, toScopeClaims } from './scope-claims.js';
import { ScopeService } from './scope.service.js';

@ApiTags('Scope claims')
@DomainParameter()
@Controller('v1/domain/:domain')
@UseGuards(CurrentDomainGuard)
export class ScopeController {
  constructor(private readonly scopes: ScopeService) {}

  @Get('access_token/claims_supported')
  @RequiresPermission('scope:read')
  @ApiOperation({ operationId: 'listAccessTokenClaims', summary: 'Show which claims each scope adds to access tokens' })
  @ConditionalGet()
  @ResponseBody(ScopeResponse, { isArray: true })
  @ApiProblems('domain-not-found')
  async listForAccessTokens(@CurrentDomain() domain: Domain): Promise<ScopeResponse[]> {
    return (await this.scopes.list(domain, 'access_token')).map(toResponse);
  }

  @Put('access_token/claims_supported')
  @HttpCode(204)
  @RequiresPermission('scope:write')
  @ApiOperation({
    operationId: 'replaceAccessTokenClaims',
    description: DOCUMENT_SIZE_NOTE,
    summary: 'Replace the claims that scopes add to access tokens',
  })
  @ApiBody({ type: [ScopeRequest] })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replaceForAccessTokens(
    @CurrentDomain() domain: Domain,
    @Body(ScopeListPipe) scopes: ScopeRequest[],
    @RequestPrecondition(ScopeResponse) precondition: Precondition<ScopeResponse[]>,
  ): Promise<void> {
    const change = { kind: 'access_token', scopes: scopes.map(toScopeClaims) } as const;
    await this.scopes.replace(domain, change, (current, isDefault) => precondition(current && current.map(toResponse), isDefault));
  }

  @Get('id_token/claims_supported')
  @RequiresPermission('scope:read')
  @ApiOperation({ operationId: 'listIdTokenClaims', summary: 'Show which claims each scope adds to ID tokens and userinfo' })
  @ConditionalGet()
  @ResponseBody(ScopeResponse, { isArray: true })
  @ApiProblems('domain-not-found')
  async listForIdTokens(@CurrentDomain() domain: Domain): Promise<ScopeResponse[]> {
    return (await this.scopes.list(domain, 'id_token')).map(toResponse);
  }

  @Put('id_token/claims_supported')
  @HttpCode(204)
  @RequiresPermission('scope:write')
  @ApiOperation({
    operationId: 'replaceIdTokenClaims',
    description: DOCUMENT_SIZE_NOTE,
    summary: 'Replace the claims that scopes add to ID tokens and userinfo',
  })
  @ApiBody({ type: [ScopeRequest] })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'precondition-failed')
  async replaceForIdTokens(
    @CurrentDomain() domain: Domain,
    @Body(ScopeListPipe) scopes: ScopeRequest[],
    @RequestPrecondition(ScopeResponse) precondition: Precondition<ScopeResponse[]>,
  ): Promise<void> {
    const change = { kind: 'id_token', scopes: scopes.map(toScopeClaims) } as const;
    await this.scopes.replace(domain, change, (current, isDefault) => precondition(current && current.map(toResponse), isDefault));
  }
}
