import type { JsonObject } from '@latchkey/user';
import { MAX_BODY_BYTES, MAX_OPERATIONS, MAX_RESULTS } from './scim-protocol.js';
import { COMMON_ATTRIBUTES, RESOURCE_TYPES, type ScimSchema } from './scim-schema.js';

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0';

/** RFC 7643 section 5. */
export function describeService(baseUrl: string): JsonObject {
  return {
    schemas: [`${SCHEMAS}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: MAX_OPERATIONS, maxPayloadSize: MAX_BODY_BYTES },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'OAuth 2.0',
        description: 'An access token that a client of the domain gets by client credentials with the scope scim.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** RFC 7643 section 6. */
export function listResourceTypes(baseUrl: string): JsonObject[] {
  return RESOURCE_TYPES.map(({ name, endpoint, schema, extensions }) => ({
    schemas: [`${SCHEMAS}:ResourceType`],
    id: name,
    name,
    description: schema.description,
    endpoint,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }));
}

/** RFC 7643 section 7. */
export function listSchemas(baseUrl: string): JsonObject[] {
  return RESOURCE_TYPES.flatMap(({ schema, extensions }) => [
    describe(schema, baseUrl),
    ...extensions.map((each) => describe(each, baseUrl)),
  ]);
}

function describe({ id, name, description, attributes }: ScimSchema, baseUrl: string): JsonObject {
  const common = name === 'EnterpriseUser' ? [] : COMMON_ATTRIBUTES.filter((each) => each.name === 'externalId');
  return {
    schemas: [`${SCHEMAS}:Schema`],
    id,
    name,
    description,
    attributes: [...common, ...attributes],
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` },
  };
}
