import { Body, Controller, Delete, Get, HttpCode, Param, Post, UseGuards } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Domain } from '@latchkey/persistence';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { parseExpiry } from '../http/expiry.js';
import { ResponseBody } from '../http/response-body.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { CreatedInitialAccessTokenResponse, InitialAccessTokenRequest, InitialAccessTokenResponse } from './initial-access-token.dto.js';
import { InitialAccessTokenService } from './initial-access-token.service.js';

@ApiTags('Clients')
@DomainParameter()
@Controller('v1/domain/:domain/client-registration/token')
@UseGuards(CurrentDomainGuard)
export class InitialAccessTokenController {
  constructor(private readonly tokens: InitialAccessTokenService) {}

  @Get()
  @RequiresPermission('client:read')
  @ApiOperation({
    operationId: 'listInitialAccessTokens',
    summary: 'List the tokens with which clients register themselves, oldest first; never the tokens themselves',
  })
  @UnpagedList(InitialAccessTokenResponse)
  @ApiProblems('invalid-request', 'domain-not-found')
  list(@CurrentDomain() domain: Domain): Promise<InitialAccessTokenResponse[]> {
    return this.tokens.list(domain);
  }

  @Post()
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'createInitialAccessToken',
    summary: 'Create a token with which clients register themselves; it is shown only in this response. A domain has at most 100',
  })
  @ResponseBody(CreatedInitialAccessTokenResponse, { status: 201 })
  @ApiProblems('invalid-request', 'domain-not-found', 'initial-access-token-conflict')
  create(
    @CurrentDomain() domain: Domain,
    @Body() { name, expiresAt, maxUses }: InitialAccessTokenRequest,
  ): Promise<CreatedInitialAccessTokenResponse> {
    return this.tokens.create(domain, { name, expiresAt: expiresAt ? parseExpiry(expiresAt) : null, maxUses: maxUses ?? null });
  }

  @Delete(':tokenId')
  @HttpCode(204)
  @ApiParam({ name: 'tokenId', schema: { type: 'string' }, description: 'The id of an initial access token, not the token itself.' })
  @RequiresPermission('client:write')
  @ApiOperation({
    operationId: 'deleteInitialAccessToken',
    summary: 'Revoke an initial access token; clients that registered with it stay',
  })
  @ApiNoContentResponse()
  @ApiProblems('domain-not-found', 'initial-access-token-not-found')
  delete(@CurrentDomain() domain: Domain, @Param('tokenId') id: string): Promise<void> {
    return this.tokens.delete(domain, id);
  }
}
