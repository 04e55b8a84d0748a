import { Injectable } from '@nestjs/common';
import { METHOD_AS_JSON } from '../authentication-method.js';
import { CLIENT_REVISION, HAS_ENDED } from '../client-ended.js';
import { Database } from '../connection/database.js';
import { isStorable } from '../storable-text.js';
import { readClientRegistration } from '../client-registration-settings.js';
import type { ServedClient, ServedClientId, ServedDomain } from './served-record.js';

/** Domains and clients to read together. */
export interface ServedRecordQuery {
  /** Their ids. */
  domains: readonly string[];
  clients: readonly ServedClientId[];
}

/** In the order of the query. */
export interface ServedRecords {
  /** Null if the domain is not served or has no keys. */
  domains: (ServedDomain | null)[];
  /** Null: unknown. */
  clients: (ServedClient | null)[];
}

/** JSON has no binary values, and PostgreSQL breaks base64 into lines. */
const base64 = (column: string): string => `translate(encode(${column}, 'base64'), E'\\n', '')`;
/** JSON has no time values. */
const milliseconds = (column: string): string => `extract(epoch FROM ${column}) * 1000`;

const PERMISSIONS = `coalesce(json_agg(json_build_object('resourceId', permission.resource_id, 'scopes', permission.scopes)
  ORDER BY permission.resource_id), '[]')`;

const DOMAIN = `
  json_build_object('id', domain.id, 'subscriptionId', domain.subscription_id, 'name', domain.name, 'revision', domain.revision::text,
    'idTokenAlgorithms', domain.id_token_algorithms, 'accessTokenAlgorithms', domain.access_token_algorithms,
    'secondFactor', domain.second_factor, 'accountDeletion', domain.account_deletion, 'signUp', domain.sign_up,
    'editableAttributes', domain.editable_attributes,
    'tokensPerDay', (SELECT (quota->>'tokensPerDay')::integer FROM subscription WHERE id = domain.subscription_id),
    'branding', json_build_object('name', branding.name, 'logoUrl', branding.logo_url, 'accentColor', branding.accent_color,
      'supportUri', branding.support_uri, 'darkLogoUrl', branding.dark_logo_url, 'faviconUrl', branding.favicon_url, 'corners', branding.corners, 'font', branding.font, 'backgroundColor', branding.background_color, 'termsUri', branding.terms_uri, 'privacyUri', branding.privacy_uri),
    'pageTexts', (SELECT json_object_agg(language, texts) FROM page_text WHERE domain_id = domain.id),
    'scopeClaims', (SELECT json_object_agg(kind, scopes) FROM scope_claims WHERE domain_id = domain.id),
    'resources', (SELECT json_agg(json_build_object('resourceId', resource_id, 'audience', audience, 'name', resource.name, 'scopes', scopes,
        'accessTokenExpiry', access_token_expiry, 'tokenFormat', token_format, 'signingAlgorithm', signing_algorithm,
        'enforceRoles', enforce_roles) ORDER BY audience)
      FROM resource WHERE domain_id = domain.id),
    'roles', (SELECT json_agg(json_build_object('role', role, 'permissions', (SELECT ${PERMISSIONS} FROM role_permission AS permission
        WHERE permission.domain_id = role.domain_id AND permission.role = role.role)) ORDER BY role)
      FROM role WHERE domain_id = domain.id),
    'clientRegistration', (SELECT json_build_object('metadataDocuments', metadata_documents, 'dynamicRegistration', dynamic_registration)
      FROM client_registration WHERE domain_id = domain.id),
    'frozen', domain.frozen_at IS NOT NULL,
    'originKeys', (SELECT ${base64('keys')} FROM domain_origin WHERE domain_id = domain.id),
    'keys', (SELECT json_agg(json_build_object('kid', kid, 'algorithm', algorithm, 'publicJwk', public_jwk,
        'privateKey', ${base64('private_key')}, 'signsFrom', ${milliseconds('signs_from')}) ORDER BY signs_from DESC, kid)
      FROM signing_key WHERE domain_id = domain.id))::text`;

const CLIENT = `
  json_build_object('clientId', client.client_id, 'clientType', client.client_type, 'grantType', client.grant_type,
    'scope', client.scope, 'audiences', client.audiences, 'redirectUris', client.redirect_uris,
    'postSignOutRedirectUris', client.post_sign_out_redirect_uris, 'allowLocalLogin', client.allow_local_login,
    'providers', client.providers, 'policies', client.policies, 'allowedOrigins', client.allowed_origins,
    'accessTokenExpiry', client.access_token_expiry, 'idTokenExpiry', client.id_token_expiry,
    'refreshTokenExpiry', client.refresh_token_expiry, 'refreshTokenLeeway', client.refresh_token_leeway, 'revision', ${CLIENT_REVISION},
    'active', client.active AND NOT ${HAS_ENDED}, 'expiresAt', ${milliseconds('client.expires_at')}, 'generationStart', ${milliseconds('coalesce(client.deactivated_at, client.created_at)')},
    'idTokenAlgorithms', client.id_token_algorithms, 'accessTokenAlgorithms', client.access_token_algorithms,
    'accessTokenClaims', client.access_token_claims, 'furtherGrants', client.further_grants, 'tokenQuota', client.token_quota,
    'presentation', client.presentation, 'registered', EXISTS (SELECT FROM registered_client AS registered
      WHERE registered.domain_id = client.domain_id AND registered.client_id = client.client_id),
    'resources', (SELECT ${PERMISSIONS} FROM client_resource AS permission
      WHERE permission.domain_id = client.domain_id AND permission.client_id = client.client_id),
    'roles', ARRAY (SELECT role FROM client_role AS assigned
      WHERE assigned.domain_id = client.domain_id AND assigned.client_id = client.client_id ORDER BY role),
    'authentication', CASE WHEN authentication.client_id IS NOT NULL THEN json_build_object(
      'senderConstraint', authentication.sender_constraint, 'profile', authentication.profile,
      'methods', coalesce((SELECT jsonb_agg(${METHOD_AS_JSON} ORDER BY method.position) FROM client_authentication_method AS method
        WHERE method.domain_id = client.domain_id AND method.client_id = client.client_id), '[]')) END,
    'backchannelLogout', CASE WHEN logout.client_id IS NOT NULL
      THEN json_build_object('uri', logout.uri, 'sessionRequired', logout.session_required) END,
    'secrets', (SELECT json_agg(json_build_object('id', id, 'hash', ${base64('hash')}, 'expiresAt', ${milliseconds('expires_at')}))
      FROM client_secret AS secret WHERE secret.domain_id = client.domain_id AND secret.client_id = client.client_id
        AND (expires_at IS NULL OR expires_at > now())))::text`;

/** Everything about domains and clients that tokens need, in one round trip. Clients are numbered after the domains. */
const RECORDS = {
  name: 'served-records',
  text: `
    SELECT asked.n::integer AS n, ${DOMAIN} AS record
    FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, n)
    JOIN domain ON domain.id = asked.id AND domain.status IN ('active', 'degraded')
    LEFT JOIN branding ON branding.domain_id = domain.id
    UNION ALL
    SELECT (cardinality($1) + asked.n)::integer, ${CLIENT}
    FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS asked (domain_id, client_id, n)
    JOIN client ON client.domain_id = asked.domain_id AND client.client_id = asked.client_id
    LEFT JOIN backchannel_logout AS logout ON logout.domain_id = client.domain_id AND logout.client_id = client.client_id
    LEFT JOIN client_authentication AS authentication
      ON authentication.domain_id = client.domain_id AND authentication.client_id = client.client_id`,
};

type DomainJson = Omit<ServedDomain, 'scopeClaims' | 'resources' | 'roles' | 'clientRegistration' | 'keys'> & {
  scopeClaims: ServedDomain['scopeClaims'] | null;
  resources: ServedDomain['resources'] | null;
  roles: ServedDomain['roles'] | null;
  clientRegistration: ServedDomain['clientRegistration'] | null;
  pageTexts: ServedDomain['branding']['texts'] | null;
  keys: (Omit<ServedDomain['keys'][number], 'signsFrom'> & { signsFrom: number })[] | null;
};
type ClientJson = Omit<ServedClient, 'secrets'> & { secrets: { id: string; hash: string; expiresAt: number | null }[] | null };

/** Reads whole domains and clients for the auth server's caches, for many requests in one statement. */
@Injectable()
export class ServedRecordRepository {
  constructor(private readonly database: Database) {}

  async read({ domains, clients }: ServedRecordQuery): Promise<ServedRecords> {
    const ids = clients.map(({ clientId }) => (isStorable(clientId) ? clientId : null));
    const values = [domains, clients.map(({ domainId }) => domainId), ids];
    const rows = await this.database.queryPrepared<{ n: number; record: string }>(RECORDS, values);
    const found: ServedRecords = { domains: domains.map(() => null), clients: clients.map(() => null) };
    for (const { n, record } of rows) {
      if (n <= domains.length) found.domains[n - 1] = parseDomain(record);
      else found.clients[n - domains.length - 1] = parseClient(record);
    }
    return found;
  }
}

function parseDomain(text: string): ServedDomain | null {
  const { keys, scopeClaims, resources, roles, clientRegistration, branding, pageTexts, ...domain } = JSON.parse(text) as DomainJson;
  if (!keys) return null;
  return {
    ...domain,
    branding: pageTexts ? { ...branding, texts: pageTexts } : branding,
    scopeClaims: scopeClaims ?? {},
    resources: resources ?? [],
    roles: roles ?? [],
    clientRegistration: readClientRegistration(clientRegistration),
    keys: keys.map((key) => ({ ...key, signsFrom: new Date(key.signsFrom) })),
  };
}

function parseClient(text: string): ServedClient {
  const { secrets, ...client } = JSON.parse(text) as ClientJson;
  const parsed = (secrets ?? []).map(({ id, hash, expiresAt }) => {
    return { id, hash: Buffer.from(hash, 'base64'), expiresAt: expiresAt === null ? null : new Date(expiresAt) };
  });
  return { ...client, secrets: parsed };
}
