import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ApiKeyConfiguration, Precondition } from '@latchkey/persistence';
import { CurrentCaller, type Caller } from '../caller/caller.js';
import { RequiresPermission } from '../caller/requires-permission.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { parseExpiry } from '../http/expiry.js';
import { ResponseBody } from '../http/response-body.js';
import { UnpagedList } from '../http/total-count.interceptor.js';
import { ApiProblems } from '../openapi/api-problems.js';
import {
  ApiKeyIdParameter,
  ApiKeyRequest,
  ApiKeyResponse,
  ConfiguredApiKeyResponse,
  CreatedApiKeyResponse,
  ReplaceApiKeyRequest,
} from './api-key.dto.js';
import { ApiKeyService } from './api-key.service.js';
import { canonicalizeNetwork } from '../caller/network.js';

const NOTHING_BEYOND = 'A key gets no permission, domain or network beyond those of the caller.';

@ApiTags('API keys')
@Controller('v1/api-key')
export class ApiKeyController {
  constructor(private readonly keys: ApiKeyService) {}

  @Get()
  @RequiresPermission('operator:read')
  @ApiOperation({ operationId: 'listApiKeys', summary: 'List the API keys of your subscription, oldest first; never the keys themselves' })
  @UnpagedList(ApiKeyResponse)
  @ApiProblems('invalid-request')
  list(@CurrentCaller() caller: Caller): Promise<ApiKeyResponse[]> {
    return this.keys.list(caller);
  }

  @Post()
  @RequiresPermission('operator:write')
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Create an API key, which is shown only in this response',
    description: NOTHING_BEYOND,
  })
  @ResponseBody(CreatedApiKeyResponse, { status: 201 })
  @ApiProblems('invalid-request', 'api-key-conflict')
  create(@CurrentCaller() caller: Caller, @Body() request: ApiKeyRequest): Promise<CreatedApiKeyResponse> {
    return this.keys.create(caller, toConfiguration(request));
  }

  @Get(':apiKeyId')
  @ApiKeyIdParameter()
  @RequiresPermission('operator:read')
  @ApiOperation({
    operationId: 'getApiKey',
    summary: 'Show an API key, never the key itself. Its ETag covers everything except lastUsedAt',
  })
  @ConditionalGet(ConfiguredApiKeyResponse)
  @ResponseBody(ApiKeyResponse)
  @ApiProblems('api-key-not-found')
  get(@CurrentCaller() caller: Caller, @Param('apiKeyId') id: string): Promise<ApiKeyResponse> {
    return this.keys.get({ caller, id });
  }

  @Put(':apiKeyId')
  @HttpCode(204)
  @ApiKeyIdParameter()
  @RequiresPermission('operator:write')
  @ApiOperation({
    operationId: 'replaceApiKey',
    summary: 'Replace what an API key may do, where and how long, from the next request; the key itself stays',
    description: NOTHING_BEYOND,
  })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'api-key-not-found', 'precondition-failed')
  replace(
    @CurrentCaller() caller: Caller,
    @Param('apiKeyId') id: string,
    @Body() request: ReplaceApiKeyRequest,
    @RequestPrecondition(ConfiguredApiKeyResponse) precondition: Precondition<ConfiguredApiKeyResponse>,
  ): Promise<void> {
    return this.keys.replace({ caller, id }, toConfiguration(request), precondition);
  }

  @Delete(':apiKeyId')
  @HttpCode(204)
  @ApiKeyIdParameter()
  @RequiresPermission('operator:write')
  @ApiOperation({ operationId: 'deleteApiKey', summary: 'Delete an API key, which no replica accepts from the next request' })
  @ApiNoContentResponse()
  @ApiProblems('api-key-not-found', 'precondition-failed')
  delete(
    @CurrentCaller() caller: Caller,
    @Param('apiKeyId') id: string,
    @RequestPrecondition(ConfiguredApiKeyResponse) precondition: Precondition<ConfiguredApiKeyResponse>,
  ): Promise<void> {
    return this.keys.delete({ caller, id }, precondition);
  }
}

/** The canonical configuration in a request. Absent and null are the same. */
function toConfiguration({ name, permissions, domains, networks, expiresAt }: ApiKeyRequest): ApiKeyConfiguration {
  return {
    name,
    permissions,
    domains: domains ? unique(domains.map(normalizeDomainName)) : null,
    networks: networks ? unique(networks.map((network) => canonicalizeNetwork(network)!)) : null,
    expiresAt: expiresAt ? parseExpiry(expiresAt) : null,
  };
}

/** Two texts can name the same. */
function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
