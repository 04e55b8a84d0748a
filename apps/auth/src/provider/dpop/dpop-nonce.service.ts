import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import ServerChallenge from 'oidc-provider/lib/helpers/challenge.js';
import { SETTINGS } from '../../settings/settings.module.js';

/** The label with which oidc-provider derives its nonces. */
const LABEL = 'DPoP';

/** 32 bytes, equal on all replicas. */
export function deriveNonceSecret(encryptor: Encryptor): Buffer {
  return encryptor.derive('dpop-nonces')[0]!;
}

/**
 * Computes oidc-provider's nonces for DPoP proofs (RFC 9449 section 8), for requests that oidc-provider does not see. They are derived from
 * a secret and the time, so nothing is stored, and each is valid for some minutes. Checked against oidc-provider 9.13.3.
 */
@Injectable()
export class DpopNonceService {
  private readonly challenge: ServerChallenge;

  constructor(@Inject(SETTINGS) { MASTER_KEY }: Pick<AuthSettings, 'MASTER_KEY'>) {
    this.challenge = new ServerChallenge(deriveNonceSecret(new Encryptor(MASTER_KEY)), LABEL);
  }

  next(): string {
    return this.challenge.nextChallenge();
  }

  isValid(nonce: string): boolean {
    return this.challenge.checkChallenge(nonce);
  }
}
