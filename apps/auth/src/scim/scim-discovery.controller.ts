import { Controller, Get, Param, Post, UseGuards } from '@nestjs/common';
import type { JsonObject } from '@latchkey/user';
import { createListResponse } from './list-query.js';
import { CurrentScimCaller, ScimCallerGuard } from './scim-caller.guard.js';
import type { ScimCaller } from './scim-caller.service.js';
import { describeService, listResourceTypes, listSchemas } from './scim-discovery.js';
import { ScimError } from './scim.error.js';

/** What this SCIM service can do: RFC 7644 section 4. */
@Controller('scim/v2')
@UseGuards(ScimCallerGuard)
export class ScimDiscoveryController {
  @Get('ServiceProviderConfig')
  showService(@CurrentScimCaller() { baseUrl }: ScimCaller): JsonObject {
    return describeService(baseUrl);
  }

  /** A search of all types at once: RFC 7644 section 3.4.3. */
  @Post('.search')
  searchAll(): never {
    throw new ScimError(501, 'Search one type at a time: /Users/.search or /Groups/.search.');
  }

  @Get('ResourceTypes')
  listResourceTypes(@CurrentScimCaller() { baseUrl }: ScimCaller): JsonObject {
    return createList(listResourceTypes(baseUrl));
  }

  @Get('ResourceTypes/:id')
  showResourceType(@CurrentScimCaller() { baseUrl }: ScimCaller, @Param('id') id: string): JsonObject {
    return find(listResourceTypes(baseUrl), id);
  }

  @Get('Schemas')
  listSchemas(@CurrentScimCaller() { baseUrl }: ScimCaller): JsonObject {
    return createList(listSchemas(baseUrl));
  }

  @Get('Schemas/:id')
  showSchema(@CurrentScimCaller() { baseUrl }: ScimCaller, @Param('id') id: string): JsonObject {
    return find(listSchemas(baseUrl), id);
  }
}

function createList(all: readonly JsonObject[]): JsonObject {
  return createListResponse(all, { offset: 0, total: all.length });
}

function find(all: readonly JsonObject[], id: string): JsonObject {
  const found = all.find((each) => each['id'] === id);
  if (!found) throw new ScimError(404, 'There is no such description. List all of them.');
  return found;
}
