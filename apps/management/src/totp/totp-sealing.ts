import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Sealer, totpContext } from '@latchkey/crypto';
import { TotpRepository, type SealedTotp } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';

const PAGE = 500;

/** The secrets of authenticator apps, which the auth server writes: all that management does with them is to seal them anew. */
@Injectable()
export class TotpSealing {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly secrets: TotpRepository,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /** Seals every secret with the first master key, so that the others can be dropped. @returns how many were sealed anew */
  async resealAll(): Promise<number> {
    let resealed = 0;
    for (let page = await this.secrets.page(null, PAGE); page.length > 0; page = await this.secrets.page(page.at(-1)!, PAGE)) {
      for (const totp of page) resealed += await this.reseal(totp);
    }
    return resealed;
  }

  private async reseal(totp: SealedTotp): Promise<number> {
    const old = [totp.secret, totp.pendingSecret].filter((sealed) => sealed !== null && !this.sealer.isCurrent(sealed)) as Buffer[];
    const context = totpContext(totp.domainId, totp.sub);
    for (const sealed of old) await this.secrets.reseal(totp, sealed, this.sealer.seal(this.sealer.open(sealed, context), context));
    return old.length;
  }
}
