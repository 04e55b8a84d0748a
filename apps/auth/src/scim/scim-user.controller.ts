import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Patch, Post, Put, Query, Res, UseGuards } from '@nestjs/common';
import type { JsonObject } from '@latchkey/user';
import type { Response } from 'express';
import { project, readListQuery, readProjection } from './list-query.js';
import { CurrentScimCaller, ScimCallerGuard } from './scim-caller.guard.js';
import type { ScimCaller } from './scim-caller.service.js';
import { requireSearchRequest, sendResource } from './scim-response.js';
import { ScimUserService } from './scim-user.service.js';

/** Users: RFC 7644 section 3. */
@Controller('scim/v2/Users')
@UseGuards(ScimCallerGuard)
export class ScimUserController {
  constructor(private readonly users: ScimUserService) {}

  @Get()
  list(@CurrentScimCaller() caller: ScimCaller, @Query() query: JsonObject): Promise<JsonObject> {
    return this.search(caller, query);
  }

  /** RFC 7644 section 3.4.3. */
  @Post('.search')
  @HttpCode(200)
  listByBody(@CurrentScimCaller() caller: ScimCaller, @Body() body: unknown): Promise<JsonObject> {
    return this.search(caller, requireSearchRequest(body));
  }

  @Post()
  async create(
    @CurrentScimCaller() caller: ScimCaller,
    @Body() body: unknown,
    @Query() query: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    const projection = readProjection(query);
    return project(sendResource(response, await this.users.create(caller, body), { isNew: true }), projection);
  }

  @Get(':id')
  async get(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Query() query: JsonObject,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const projection = readProjection(query);
    const resource = sendResource(response, await this.users.get(caller, id), { ifNoneMatch });
    return response.statusCode === 304 ? undefined : project(resource, projection);
  }

  @Put(':id')
  async replace(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    return sendResource(response, await this.users.replace(caller, { id, ifMatch: ifMatch ?? null }, body));
  }

  @Patch(':id')
  async patch(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    return sendResource(response, await this.users.patch(caller, { id, ifMatch: ifMatch ?? null }, body));
  }

  @Delete(':id')
  @HttpCode(204)
  delete(
    @CurrentScimCaller() caller: ScimCaller,
    @Param('id') id: string,
    @Headers('if-match') ifMatch: string | undefined,
  ): Promise<void> {
    return this.users.delete(caller, { id, ifMatch: ifMatch ?? null });
  }

  private async search(caller: ScimCaller, sent: JsonObject): Promise<JsonObject> {
    const query = readListQuery(sent);
    const page = await this.users.list(caller, query);
    return { ...page, Resources: (page['Resources'] as JsonObject[]).map((each) => project(each, query)) };
  }
}
