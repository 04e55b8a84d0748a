import { errors, Provider } from 'oidc-provider';
import { isMetadataDocumentId } from '../../client/metadata-document/client-id-url.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { storeProperty } from './stored-properties.js';

/** A code or refresh token. */
interface Redeemable {
  /** Whether it was issued to a client of a metadata document that authenticates by keys. */
  keyed?: boolean;
  save(ttl?: number): Promise<string>;
}

interface OidcContext {
  route: string;
  client?: ProviderClient;
  entity(key: string, value: unknown): void;
}

const REDEEMABLE = ['AuthorizationCode', 'RefreshToken'] as const;

/**
 * Redeems what was issued to a client with keys for an authenticated client only. While its document cannot be read, the client seems to be
 * public, and a stolen refresh token would need no key. Checked against oidc-provider 9.13.3.
 */
export function requireKeysOfDocuments(provider: Provider): void {
  for (const name of REDEEMABLE) {
    storeProperty(provider[name], 'keyed');
    const prototype = provider[name].prototype as unknown as Redeemable;
    const { save } = prototype;
    prototype.save = function (ttl) {
      if (hasDocumentKeys(Provider.ctx?.oidc as unknown as OidcContext | undefined)) this.keyed = true;
      return save.call(this, ttl);
    };
  }
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    const isRedeemed = this.route === 'token' && REDEEMABLE.some((name) => name === key);
    // control: what a client with keys was issued needs them
    if (isRedeemed && (value as Redeemable).keyed && !hasDocumentKeys(this))
      throw new errors.InvalidClientAuth('the client had keys when this was issued, and has none or its document cannot be read');
  };
}

function hasDocumentKeys(context: OidcContext | undefined): boolean {
  const record = context?.client?.record;
  return record !== undefined && record.client.clientType === 'Confidential' && isMetadataDocumentId(record.client.clientId);
}
