import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Req,
  SerializeOptions,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { ManagementSettings } from '@latchkey/config';
import type { Domain, UserQuery, Precondition } from '@latchkey/persistence';
import type { Request } from 'express';
import { RequiresPermission } from '../caller/requires-permission.js';
import { CurrentDomain, CurrentDomainGuard, DomainParameter } from '../current-domain/current-domain.guard.js';
import { MAX_PAGE_SIZE, PAGE_LINK_HEADER, setPageHeaders } from '../http/paging.js';
import { RESPONSE_MEDIA_TYPES } from '../http/content-negotiation.interceptor.js';
import { createInvalidQueryProblem } from '../http/request-query.pipe.js';
import { ConditionalGet, RequestPrecondition } from '../http/conditional-request.js';
import { ResponseBody } from '../http/response-body.js';
import { ApiProblems } from '../openapi/api-problems.js';
import { SETTINGS } from '../settings/settings.module.js';
import { JsonObjectPipe } from '../http/json-object.pipe.js';
import { NDJSON } from '../http/ndjson.js';
import type { JsonObject } from '../http/merge-patch.js';
import { ErasureService } from './erasure/erasure.service.js';
import { UserQueryRequest, UserRequest, UserResponse, UserSummaryResponse } from './user.dto.js';
import { USER_DETAILS_SCHEMA, USER_PATCH_SCHEMA } from './user.schema.js';
import { toDetails } from './user-details.js';
import { MAX_ATTRIBUTE_FILTERS, UserQueryPipe } from './user-query.pipe.js';
import { UserStream } from './user-stream.js';
import { UserService } from './user.service.js';

const SUB_PARAMETER = { name: 'sub', schema: { type: 'string' }, description: 'The subject identifier of a user.' } as const;
const PAGE_HEADERS = {
  'X-Total-Count': {
    description: 'The total number of users; for a search with more than 1,000 matches, a lower bound.',
    schema: { type: 'integer' },
  },
  ...PAGE_LINK_HEADER,
} as const;

/** Lists summarize users, and streams contain whole users. */
const LIST_CONTENT = {
  'application/json': { schema: { type: 'array', items: { $ref: getSchemaPath(UserSummaryResponse) } } },
  [NDJSON]: { schema: { type: 'array', items: USER_DETAILS_SCHEMA } },
};

@ApiTags('Users')
@DomainParameter()
@Controller('v1/domain/:domain/user')
@UseGuards(CurrentDomainGuard)
export class UserController {
  constructor(
    private readonly users: UserService,
    private readonly erasures: ErasureService,
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
  ) {}

  @Get()
  @RequiresPermission('user:read')
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'Search for users, or list all of them, in the order of their creation',
    description: `With \`Accept: ${NDJSON}\`: everything about each user, one per line, in a stable order. \`after\` resumes after the last line received.`,
  })
  @ApiExtraModels(UserSummaryResponse)
  @ApiQuery({
    name: 'attribute.NAME',
    required: false,
    schema: { type: 'string' },
    description: `Exactly this value of the attribute NAME: a string, or the text of a number, \`true\` or \`false\`. At most ${MAX_ATTRIBUTE_FILTERS} attributes, all of which must match.`,
  })
  @SerializeOptions({ type: UserSummaryResponse })
  @ApiOkResponse({ headers: PAGE_HEADERS, content: LIST_CONTENT })
  @ApiProblems('invalid-request', 'domain-not-found')
  async list(
    @CurrentDomain() domain: Domain,
    @Query(UserQueryPipe) request: UserQueryRequest,
    @Req() httpRequest: Request,
  ): Promise<UserSummaryResponse[] | UserStream> {
    const isStream = httpRequest.accepts([...RESPONSE_MEDIA_TYPES, NDJSON]) === NDJSON;
    requireOwnParameters(request, isStream);
    const query = toQuery(request);
    if (isStream) {
      const limit = request.limit === undefined ? null : query.limit;
      return new UserStream(this.users.stream(domain, query, request.after ?? null), limit);
    }
    const { users, total, more } = await this.users.search(domain, query);
    setPageHeaders(httpRequest, httpRequest.res!, { ...query, total, more, baseUrl: this.settings.MANAGEMENT_URL });
    return users;
  }

  @Post()
  @HttpCode(200)
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'createUser', summary: 'Create a local user, who signs in without a password' })
  @ResponseBody(UserResponse)
  @ApiProblems('invalid-request', 'domain-not-found', 'username-taken', 'sub-taken', 'quota-exceeded')
  async create(@CurrentDomain() domain: Domain, @Body() request: UserRequest): Promise<UserResponse> {
    return { sub: await this.users.create(domain, request) };
  }

  @Get(':sub')
  @ApiParam(SUB_PARAMETER)
  @RequiresPermission('user:read')
  @ApiOperation({ operationId: 'getUser', summary: 'Show everything about a user' })
  @ConditionalGet()
  @ApiOkResponse({ schema: USER_DETAILS_SCHEMA })
  @ApiProblems('invalid-request', 'domain-not-found', 'user-not-found')
  async get(@CurrentDomain() domain: Domain, @Param('sub') id: string): Promise<JsonObject> {
    return toDetails(await this.users.get(domain, id));
  }

  @Patch(':sub')
  @HttpCode(204)
  @ApiParam(SUB_PARAMETER)
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'updateUser', summary: 'Change attributes of a user by a JSON Merge Patch (RFC 7396)' })
  @ApiConsumes('application/json', 'application/merge-patch+json')
  @ApiBody({ schema: USER_PATCH_SCHEMA })
  @ApiNoContentResponse()
  @ApiProblems('invalid-request', 'domain-not-found', 'user-not-found', 'username-taken', 'precondition-failed')
  update(
    @CurrentDomain() domain: Domain,
    @Param('sub') sub: string,
    @Body(JsonObjectPipe) patch: JsonObject,
    @RequestPrecondition() precondition: Precondition<JsonObject>,
  ): Promise<void> {
    return this.users.update({ domain, sub }, patch, (user) => precondition(user && toDetails(user)));
  }

  @Delete(':sub')
  @HttpCode(204)
  @ApiParam(SUB_PARAMETER)
  @RequiresPermission('user:write')
  @ApiOperation({ operationId: 'deleteUser', summary: 'Remove a user and everything that belongs to them' })
  @ApiNoContentResponse({ headers: { Location: { description: 'The path of the receipt.', required: true, schema: { type: 'string' } } } })
  @ApiProblems('domain-not-found', 'user-not-found', 'precondition-failed')
  async delete(
    @CurrentDomain() domain: Domain,
    @Param('sub') id: string,
    @RequestPrecondition() precondition: Precondition<JsonObject>,
    @Req() { res }: Request,
  ): Promise<void> {
    const sub = await this.erasures.erase({ domain, sub: id }, (user) => precondition(user && toDetails(user)));
    res!.setHeader('Location', `/v1/domain/${domain.name}/erasure/${encodeURIComponent(sub)}`);
  }
}

/** A list goes on by `offset`, a stream by `after`. */
function requireOwnParameters(request: UserQueryRequest, isStream: boolean): void {
  const pointer = isStream ? 'offset' : 'after';
  if (request[pointer] === undefined) return;
  const detail = isStream ? 'is not for NDJSON, which resumes by after' : `requires Accept: ${NDJSON}. A list goes on by offset`;
  throw createInvalidQueryProblem([{ pointer, detail }]);
}

function toQuery({ search, identityprovider, attributes, limit, offset }: UserQueryRequest): UserQuery {
  return {
    search: search ?? null,
    identityProvider: identityprovider ?? null,
    attributes,
    limit: limit === undefined ? MAX_PAGE_SIZE : Number(limit),
    offset: offset === undefined ? 0 : Number(offset),
  };
}
