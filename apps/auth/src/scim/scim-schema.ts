import { ENTERPRISE_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './scim-protocol.js';

/** An attribute as RFC 7643 section 7 describes it. It also decides what is read from requests, and shown. */
export interface ScimAttribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readOnly' | 'readWrite' | 'immutable';
  returned: 'always' | 'default';
  uniqueness: 'none' | 'server';
  subAttributes?: readonly ScimAttribute[];
  referenceTypes?: readonly string[];
}

export interface ScimSchema {
  id: string;
  name: string;
  description: string;
  attributes: readonly ScimAttribute[];
}

/** A resource type with its schema, and those that extend it. */
export interface ScimResourceType {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  schema: ScimSchema;
  extensions: readonly ScimSchema[];
}

const define = (name: string, description: string, options: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
});

type Options = Partial<ScimAttribute> & { subAttributes: readonly ScimAttribute[] };

const complex = (name: string, description: string, options: Options): ScimAttribute =>
  define(name, description, { type: 'complex', ...options });

const list = (name: string, description: string, options: Options): ScimAttribute =>
  complex(name, description, { multiValued: true, ...options });

const KIND = [
  define('display', 'A name for people.'),
  define('type', 'Such as work or home.'),
  define('primary', 'Whether it is the preferred one; one is.', { type: 'boolean' }),
];
const READ_ONLY = { mutability: 'readOnly' } as const;

/** RFC 7643 section 3.1. They belong to no schema, but are part of each resource. */
export const COMMON_ATTRIBUTES: readonly ScimAttribute[] = [
  define('id', 'The sub of a user, the name of a role.', { ...READ_ONLY, caseExact: true, returned: 'always', uniqueness: 'server' }),
  define('externalId', 'The id of the resource at the client.', { caseExact: true }),
  complex('meta', 'What the service knows of the resource.', {
    subAttributes: ['resourceType', 'created', 'lastModified', 'location', 'version'].map((name) =>
      define(name, 'Set by the service.', READ_ONLY),
    ),
    ...READ_ONLY,
  }),
];

const USER: ScimSchema = {
  id: USER_SCHEMA,
  name: 'User',
  description: 'A user of the domain',
  attributes: [
    define('userName', 'The username, of at least 10 characters: preferred_username.', { required: true, uniqueness: 'server' }),
    complex('name', 'The parts of the name.', {
      subAttributes: [
        define('formatted', 'The full name: name.'),
        define('familyName', 'family_name'),
        define('givenName', 'given_name'),
        define('middleName', 'middle_name'),
        define('honorificPrefix', 'honorific_prefix'),
        define('honorificSuffix', 'honorific_suffix'),
      ],
    }),
    define('displayName', 'display_name'),
    define('nickName', 'nickname'),
    define('profileUrl', 'profile: an absolute URL.', { type: 'reference', referenceTypes: ['external'] }),
    define('title', 'title'),
    define('userType', 'user_type'),
    define('preferredLanguage', 'preferred_language'),
    define('locale', 'locale: BCP 47.'),
    define('timezone', 'zoneinfo: a name of the IANA time zone database.'),
    define('active', 'Whether the user may sign in. false ends their sessions and tokens.', { type: 'boolean' }),
    list('emails', 'Email addresses. The primary one is email, which links are sent to.', {
      subAttributes: [define('value', 'The address.'), ...KIND],
    }),
    list('phoneNumbers', 'Phone numbers. The primary one is phone_number, if it is E.164.', {
      subAttributes: [define('value', 'The number.'), ...KIND],
    }),
    list('addresses', 'Postal addresses. The primary one is address.', {
      subAttributes: [
        ...['formatted', 'streetAddress', 'locality', 'region', 'postalCode', 'country'].map((name) =>
          define(name, 'A part of the address.'),
        ),
        ...KIND.slice(1),
      ],
    }),
    list('groups', 'The roles of the user. Change them at the groups.', {
      subAttributes: [
        define('value', 'The id of the group.', { ...READ_ONLY, caseExact: true }),
        define('$ref', 'The URL of the group.', { ...READ_ONLY, type: 'reference', referenceTypes: ['Group'] }),
        define('display', 'The displayName of the group.', READ_ONLY),
      ],
      ...READ_ONLY,
    }),
  ],
};

const ENTERPRISE: ScimSchema = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'A user of an organization',
  attributes: [
    define('employeeNumber', 'employee_number', { caseExact: true }),
    define('costCenter', 'cost_center'),
    define('organization', 'organization'),
    define('division', 'division'),
    define('department', 'department'),
    complex('manager', 'manager', {
      subAttributes: [
        define('value', 'The id of the manager.', { caseExact: true }),
        define('$ref', 'The URL of the manager.', { type: 'reference', referenceTypes: ['User'] }),
        define('displayName', 'The name of the manager.'),
      ],
    }),
  ],
};

const GROUP: ScimSchema = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'A role of the domain',
  attributes: [
    define('displayName', 'The name of the group. The id of a new group is made of it.', { required: true }),
    list('members', 'The users with the role.', {
      subAttributes: [
        define('value', 'The id of the user.', { caseExact: true, mutability: 'immutable' }),
        define('$ref', 'The URL of the user.', { type: 'reference', referenceTypes: ['User'], mutability: 'immutable' }),
      ],
    }),
  ],
};

export const USER_TYPE: ScimResourceType = { name: 'User', endpoint: '/Users', schema: USER, extensions: [ENTERPRISE] };
export const GROUP_TYPE: ScimResourceType = { name: 'Group', endpoint: '/Groups', schema: GROUP, extensions: [] };
export const RESOURCE_TYPES = [USER_TYPE, GROUP_TYPE];

/** An attribute, and the schema that it belongs to; undefined for the core. */
export interface FoundAttribute {
  attribute: ScimAttribute;
  extension: ScimSchema | undefined;
}

/** Finds an attribute by its name, without regard to case: RFC 7643 section 2.1. */
export function findAttribute(attributes: readonly ScimAttribute[], name: string): ScimAttribute | undefined {
  const sought = name.toLowerCase();
  return attributes.find((each) => each.name.toLowerCase() === sought);
}

/** The attributes of a resource that no extension adds. */
export function listCoreAttributes({ schema }: ScimResourceType): readonly ScimAttribute[] {
  return [...COMMON_ATTRIBUTES, ...schema.attributes];
}

/** Splits the URI of a schema from the name of an attribute: RFC 7644 section 3.10. @returns null if there is no such schema */
export function splitUrn(type: ScimResourceType, path: string): { extension: ScimSchema | undefined; rest: string } | null {
  if (!path.toLowerCase().startsWith('urn:')) return { extension: undefined, rest: path };
  const schema = [type.schema, ...type.extensions].find(({ id }) => {
    const [uri, sought] = [id.toLowerCase(), path.toLowerCase()];
    return sought === uri || sought.startsWith(`${uri}:`);
  });
  return schema ? { extension: type.extensions.find((each) => each === schema), rest: path.slice(schema.id.length + 1) } : null;
}
