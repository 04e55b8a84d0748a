import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Sealer } from '@latchkey/crypto';
import { SealedValueRepository } from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { SEALED_COLUMNS, type SealedColumnInContext } from './sealed-columns.js';

const PAGE = 500;

/** The rotation of MASTER_KEY. */
@Injectable()
export class Resealing {
  private readonly sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly values: SealedValueRepository,
  ) {
    this.sealer = new Sealer(settings.MASTER_KEY);
  }

  /**
   * Seals everything that is encrypted with the first master key, so that the others can be dropped. Safe to repeat.
   * @returns how many values were sealed anew
   * @throws UnknownMasterKeyError if none of the keys opens one of them
   */
  async resealAll(): Promise<number> {
    let resealed = 0;
    for (const column of SEALED_COLUMNS) resealed += await this.resealColumn(column);
    return resealed;
  }

  private async resealColumn(column: SealedColumnInContext): Promise<number> {
    let resealed = 0;
    let page = await this.values.page(column, null, PAGE);
    while (page.length > 0) {
      for (const value of page.filter(({ sealed }) => !this.sealer.isCurrent(sealed))) {
        const context = column.contextOf(...value.key);
        await this.values.replace(column, value, this.sealer.seal(this.sealer.open(value.sealed, context), context));
        resealed += 1;
      }
      page = await this.values.page(column, page.at(-1)!, PAGE);
    }
    return resealed;
  }
}
