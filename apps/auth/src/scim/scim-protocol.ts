/** The names of RFC 7643 and RFC 7644. */
export const SCIM_ROOT = '/scim/v2';
export const SCIM_MEDIA_TYPE = 'application/scim+json';
/** What a body may be declared as: RFC 7644 section 3.1. */
export const SCIM_BODY_TYPES = [SCIM_MEDIA_TYPE, 'application/json'];
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
export const SCIM_ERROR = `${MESSAGES}:Error`;
export const LIST_RESPONSE = `${MESSAGES}:ListResponse`;
export const PATCH_OP = `${MESSAGES}:PatchOp`;
export const SEARCH_REQUEST = `${MESSAGES}:SearchRequest`;
export const BULK_REQUEST = `${MESSAGES}:BulkRequest`;
export const BULK_RESPONSE = `${MESSAGES}:BulkResponse`;

/** The number of resources in a response. */
export const MAX_RESULTS = 100;
/** The number of operations of a bulk request, and of a PATCH. */
export const MAX_OPERATIONS = 1_000;
export const MAX_BODY_BYTES = 1_048_576;
/** The members of a group that a request changes, or a response shows. */
export const MAX_MEMBERS = 1_000;

export function isScimPath(path: string): boolean {
  return path === '/scim' || path.startsWith('/scim/');
}
