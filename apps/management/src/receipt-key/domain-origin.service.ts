import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { domainOriginContext, Encryptor, type PublicJwk } from '@latchkey/crypto';
import { DomainOriginRepository } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

/** A public key of an installation before, which signed statements about the log up to this sequence number. */
export interface FormerReceiptKey {
  key: PublicJwk;
  sequence: number;
}

/** The keys of the installations before, of a domain that was imported. */
export interface OriginKeys {
  /** Secrets that signed cookies of browsers, in base64. */
  cookieKeys: readonly string[];
  receiptKeys: readonly FormerReceiptKey[];
}

/**
 * Keeps the keys of the installations that a domain comes from. They are encrypted, which also proves that this installation has stored
 * them.
 */
@Injectable()
export class DomainOriginService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly origins: DomainOriginRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Without keys for a domain that was registered here. */
  async find(domainId: string): Promise<OriginKeys> {
    const encrypted = await this.origins.findKeys(domainId);
    if (!encrypted) return { cookieKeys: [], receiptKeys: [] };
    return JSON.parse(this.encryptor.decrypt(encrypted, domainOriginContext(domainId)).toString('utf8')) as OriginKeys;
  }

  async store(domainId: string, keys: OriginKeys): Promise<void> {
    await this.origins.create(domainId, this.encryptor.encrypt(Buffer.from(JSON.stringify(keys)), domainOriginContext(domainId)));
  }
}
