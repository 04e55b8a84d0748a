import { Controller, Get, Header, Param } from '@nestjs/common';
import { Problem } from '@latchkey/problem';
import type { CachedDomain } from '../domain/cached-domain.js';
import { CurrentDomain } from '../domain/served-domain.service.js';
import { DOCUMENT_CACHING } from '../protocol/endpoints.js';
import { describeResource } from './resource-metadata.js';

/** The metadata of resources, for the APIs to serve and for everyone to read: RFC 9728. */
@Controller()
export class ResourceMetadataController {
  @Get('resource/:resourceId/metadata')
  @Header('Cache-Control', DOCUMENT_CACHING)
  show(@CurrentDomain() { resources, issuer }: CachedDomain, @Param('resourceId') resourceId: string): object {
    const resource = [...resources.values()].find(({ id }) => id === resourceId);
    if (!resource) throw new Problem('not-found', 'The domain has no resource with this id. Ask its operator for the address.');
    return describeResource(resource, issuer);
  }
}
