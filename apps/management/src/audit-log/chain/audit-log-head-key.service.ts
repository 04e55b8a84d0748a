import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { createAuditLogHeadKey, decryptAuditLogHeadKey, Encryptor, type AuditLogHeadKey } from '@latchkey/crypto';
import { AuditLogHeadKeyRepository } from '@latchkey/persistence';
import { SETTINGS } from '../../settings/settings.module.js';

/** How long replicas of the previous release, which write heads without MACs, may run after an upgrade. */
const ADOPTION_MS = 3_600_000;

/** The key that authenticates the heads of chains. */
@Injectable()
export class AuditLogHeadKeyService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly keys: AuditLogHeadKeyRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * The key; the first call in a database creates it.
   *
   * @returns null if it was removed from the database or altered
   */
  async find(): Promise<AuditLogHeadKey | null> {
    const encrypted = (await this.keys.find()) ?? (await this.create());
    if (!encrypted || !this.encryptor.isKeyKnown(encrypted)) return null;
    try {
      return decryptAuditLogHeadKey(this.encryptor, encrypted);
    } catch {
      return null;
    }
  }

  /** A new installation has no heads without MACs. */
  private async create(): Promise<Buffer | null> {
    const createdAt = new Date();
    const requiredFrom = (await this.keys.hasHeads()) ? new Date(createdAt.getTime() + ADOPTION_MS) : createdAt;
    await this.keys.create(createAuditLogHeadKey(this.encryptor, { createdAt, requiredFrom }));
    return this.keys.find();
  }
}
