import { Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { isLoopback, JWT_BEARER, TOKEN_EXCHANGE } from '@latchkey/oauth';
import type { CachedClient } from '../../client/cached-client.js';
import { chooseTokenBinding } from '../../client-authentication/token-binding.js';
import type { ClientCache } from '../../client/client.cache.js';
import type { CurrentRevisionService } from '../../domain/current-revision.service.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { ACCOUNT_CLIENT_ID, createAccountClient } from '../../client/account-client.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { isMetadataDocumentId } from '../../client/metadata-document/client-id-url.js';
import { getPresentedKeys } from '../../protocol/request-credentials.js';
import { findReadAhead } from './authorization-read.service.js';
import { findDocumentClient } from './document-client.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

export const DEVICE_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** oidc-provider requires a secret; our comparison (overrides/authenticated-clients.ts) ignores it. */
const SECRET_PLACEHOLDER = 'kept-as-a-hash';

/** Provides a domain's clients to oidc-provider. Only the management API writes them. */
export class ClientAdapter implements Adapter {
  constructor(
    private readonly domain: CachedDomain,
    private readonly revisions: CurrentRevisionService,
    private readonly clients: ClientCache,
  ) {}

  find(clientId: string): Promise<AdapterPayload | undefined> {
    return translateOutage(async () => {
      if (clientId === ACCOUNT_CLIENT_ID)
        return toClientMetadata(this.clients.createBuiltIn(this.domain.id, createAccountClient(this.domain.issuer)), this.domain);
      if (isMetadataDocumentId(clientId)) {
        const record = await findDocumentClient(this.clients.documents, this.domain, clientId);
        return record ? toClientMetadata(record, this.domain) : undefined;
      }
      const read = findReadAhead(this.domain.id);
      const current = read?.clientId === clientId ? read.issued.current : await this.revisions.readAgain(this.domain.name, clientId);
      // The name may meanwhile belong to a new domain with its own clients.
      if (current?.domainId !== this.domain.id) throw new DomainNotServedError();
      const record = await this.clients.get(current, clientId);
      return record ? toClientMetadata(record, this.domain) : undefined;
    });
  }

  upsert = rejectWrite;
  consume = rejectWrite;
  destroy = rejectWrite;
  revokeByGrantId = rejectWrite;
  findByUid = rejectWrite;
  findByUserCode = rejectWrite;
}

function rejectWrite(): Promise<never> {
  return Promise.reject(new Error('only the management API writes clients'));
}

/** A client as metadata of RFC 7591 section 2. The overrides read `record`. */
function toClientMetadata(record: CachedClient, domain: CachedDomain): AdapterPayload {
  const { client } = record;
  const redirectUris = client.redirectUris ?? [];
  const binding = Provider.ctx ? chooseTokenBinding(record, getPresentedKeys(Provider.ctx.req)) : null;
  const code = client.grantType === 'AuthorizationCode';
  return {
    client_id: client.clientId,
    ...(client.clientType === 'Confidential'
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: SECRET_PLACEHOLDER }
      : { token_endpoint_auth_method: 'none' }),
    grant_types: listGrantTypes(record),
    id_token_signed_response_alg: domain.idTokenKey(record, Date.now()).algorithm,
    // oidc-provider reads them when it issues tokens, because they also depend on the request.
    dpop_bound_access_tokens: binding === 'DPoP',
    tls_client_certificate_bound_access_tokens: binding === 'MutualTLS',
    // control: a client of profile FAPI2 pushes its authorization requests
    require_pushed_authorization_requests: record.isFapi,
    require_signed_request_object: client.authentication?.profile === 'FAPI2MessageSigning',
    response_types: code && redirectUris.length > 0 ? ['code'] : [],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: client.postSignOutRedirectUris ?? [],
    ...(client.backchannelLogout && {
      backchannel_logout_uri: client.backchannelLogout.uri,
      backchannel_logout_session_required: client.backchannelLogout.sessionRequired,
    }),
    application_type: redirectUris.some(isNative) ? 'native' : 'web',
    record,
  } as AdapterPayload;
}

/** The client's grant type, and its further grants. */
function listGrantTypes({
  client,
  isFapi,
  allowsClientCredentials,
  tokenExchange,
  assertionIssuers,
  idJagAudiences,
}: CachedClient): string[] {
  const own = client.grantType === 'AuthorizationCode' ? ['authorization_code', 'refresh_token'] : ['client_credentials'];
  // FAPI 2.0 Security Profile section 5.3.2.1: users authorize clients of the profile by the code flow with pushed requests only.
  // control: the device flow is for clients that an operator allowed it, none of profile FAPI2
  const device = client.furtherGrants?.deviceCode === true && !isFapi ? [DEVICE_GRANT_TYPE, 'refresh_token'] : [];
  const further = [
    ...(allowsClientCredentials ? ['client_credentials'] : []),
    ...(tokenExchange || idJagAudiences.length > 0 ? [TOKEN_EXCHANGE] : []),
  ];
  // control: identity assertions are for clients that an operator allowed it, none of profile FAPI2
  const asserted = assertionIssuers.length > 0 && !isFapi ? [JWT_BEARER] : [];
  return [...new Set([...own, ...device, ...further, ...asserted])];
}

/** RFC 8252 sections 7.1 and 7.3. */
function isNative(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol !== 'https:' && (protocol !== 'http:' || isLoopback(hostname));
}
