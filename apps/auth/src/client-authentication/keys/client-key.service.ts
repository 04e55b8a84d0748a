import { Inject, Injectable } from '@nestjs/common';
import {
  KeySet,
  MAX_VERIFICATIONS,
  type DecodedJws,
  type SignatureCheck,
  type VerificationBudget,
  type VerificationKey,
} from '@latchkey/crypto';
import type { PublicJwks } from '@latchkey/oauth';
import { isMetadataDocumentId } from '../../client/metadata-document/client-id-url.js';
import { MetadataDocumentService } from '../../client/metadata-document/metadata-document.service.js';
import { ClientAuthenticationError } from '../client-authentication.error.js';
import { RemoteKeyService } from './remote-key.service.js';

/** Whose keys verify signatures: a client's authentication method, or an issuer of identity assertions. Each object has its own keys. */
export interface KeyOwner {
  domainId: string;
  /** That of a method of a client. */
  clientId?: string;
  /** With `jwks`, `jwksUri` or `issuer`. */
  method: object;
}

/** The key that has verified a signature, and its owner. */
export interface Signer<Owner extends KeyOwner> {
  method: Owner;
  key: VerificationKey;
}

/** The public keys of clients' authentication methods: inline, published at a URL, or published by a workload's issuer. */
@Injectable()
export class ClientKeyService {
  /** A new revision of the client has a new object. */
  private readonly inlineKeys = new WeakMap<PublicJwks, KeySet>();

  constructor(
    private readonly remote: RemoteKeyService,
    @Inject(MetadataDocumentService) private readonly documents: Pick<MetadataDocumentService, 'reloadKeys'>,
  ) {}

  /**
   * @param budget limits the number of signatures that the request may verify over all methods
   * @returns the first method with a key that verifies the signature
   * @throws ClientAuthenticationError
   */
  async findSigner<Owner extends KeyOwner>(methods: readonly Owner[], jws: DecodedJws, budget: VerificationBudget): Promise<Signer<Owner>> {
    let failure: ClientAuthenticationError | null = null;
    for (const method of methods) {
      try {
        return { method, key: await this.verify(method, jws, budget) };
      } catch (error) {
        if (!(error instanceof ClientAuthenticationError)) throw error;
        // A later method is more informative only if it has a matching key.
        failure = failure === null || error.reason === 'wrong-signature' ? error : failure;
      }
    }
    if (failure?.reason === 'wrong-signature' && budget.isSpent) throw createUntriedError();
    throw failure ?? new ClientAuthenticationError('unknown-key', 'the client has no keys');
  }

  /** The keys of a method. @param reload whether to reload published keys, at most once per minute @throws ClientAuthenticationError */
  async loadKeySet(cached: KeyOwner, { reload = false } = {}): Promise<KeySet> {
    const { domainId } = cached;
    const { jwks, jwksUri, issuer } = cached.method as { jwks?: PublicJwks | null; jwksUri?: string | null; issuer?: string };
    const documentId = reload && cached.clientId !== undefined && isMetadataDocumentId(cached.clientId) ? cached.clientId : null;
    if (jwks && documentId === null) return this.getInlineKeySet(jwks);
    try {
      if (jwks) return this.getInlineKeySet((await this.documents.reloadKeys(domainId, documentId!)) ?? jwks);
      return (jwksUri ?? null) === null
        ? await this.remote.loadKeySetOfIssuer(domainId, issuer!, { reload })
        : await this.remote.loadKeySet(domainId, jwksUri!, { reload });
    } catch (cause) {
      throw new ClientAuthenticationError('keys-unavailable', 'the keys of the client cannot be fetched', { cause });
    }
  }

  /** Reloads published keys if none verifies the signature, because they may have been rotated. @throws ClientAuthenticationError */
  private async verify(method: KeyOwner, jws: DecodedJws, budget: VerificationBudget): Promise<VerificationKey> {
    const keySet = await this.loadKeySet(method);
    const check = keySet.verify(jws, budget);
    if (typeof check !== 'string') return check;
    if (check === 'missing-kid') throw createError(check);
    const reloaded = await this.loadKeySet(method, { reload: true });
    const checkAgain = reloaded.isSameAs(keySet) ? check : reloaded.verify(jws, budget);
    if (typeof checkAgain === 'string') throw createError(checkAgain);
    return checkAgain;
  }

  private getInlineKeySet(jwks: PublicJwks): KeySet {
    const known = this.inlineKeys.get(jwks);
    if (known) return known;
    const keySet = new KeySet(jwks.keys);
    this.inlineKeys.set(jwks, keySet);
    return keySet;
  }
}

function createError(check: Exclude<SignatureCheck, VerificationKey>): ClientAuthenticationError {
  switch (check) {
    case 'wrong-signature':
      return new ClientAuthenticationError(check, 'no key of the client verifies the signature of client_assertion');
    case 'missing-kid':
      return new ClientAuthenticationError(
        'unknown-key',
        'several keys of the client match the alg of client_assertion: set the same kid in its header and in the key',
      );
    case 'unknown-key':
      return new ClientAuthenticationError(check, 'the client has no key with the kid and alg of client_assertion');
  }
}

function createUntriedError(): ClientAuthenticationError {
  const detail = `none of ${MAX_VERIFICATIONS} keys of the client verifies the signature of client_assertion, and no more are tried: give each key its own kid, and name it in the header`;
  return new ClientAuthenticationError('wrong-signature', detail);
}
