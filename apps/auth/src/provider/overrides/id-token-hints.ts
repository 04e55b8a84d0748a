import { decodeProtectedHeader } from 'jose';
import { errors, type Client, type Provider } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';

interface IdTokenModel {
  validate(jwt: string, client: Pick<Client, 'clientId' | 'idTokenSignedResponseAlg'>): Promise<object>;
}

/**
 * Accepts an `id_token_hint` signed by any key of the domain, because the algorithm of a client's ID tokens may have changed since.
 * oidc-provider accepts only the current one. The error description says what is wrong with any other hint. Checked against oidc-provider
 * 9.13.3.
 */
export function acceptIdTokenHints(provider: Provider, { keys }: CachedDomain): void {
  const model = provider.IdToken as unknown as IdTokenModel;
  const { validate } = model;
  model.validate = async function (jwt, { clientId, idTokenSignedResponseAlg }) {
    try {
      const { alg } = decodeProtectedHeader(jwt);
      const used = keys.find(({ algorithm }) => algorithm === alg);
      return await validate.call(this, jwt, { clientId, idTokenSignedResponseAlg: used?.algorithm ?? idTokenSignedResponseAlg });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it cannot be verified';
      throw new errors.InvalidRequest(`the id_token_hint is not an ID token of this issuer for client ${clientId}: ${reason}`);
    }
  };
}
