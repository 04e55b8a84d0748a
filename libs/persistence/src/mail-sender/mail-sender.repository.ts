import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { MailSender } from './mail-sender.entity.js';

export type MailSenderKey = { selector: string; publicKey: string; privateKey: Buffer };
/** A sender with an address of its own. */
export type OwnMailSender = MailSender & MailSenderKey & { address: string };

/** Who the mails of domains come from. */
@Injectable()
export class MailSenderRepository {
  constructor(private readonly database: Database) {}

  find(domainId: string): Promise<MailSender | null> {
    return this.rows.findOneBy({ domainId });
  }

  /** Replaces the sender. The caller has locked the domain. @param key null: it has no address. The address must be verified again */
  async put({ domainId, name, address }: Pick<MailSender, 'domainId' | 'name' | 'address'>, key: MailSenderKey | null): Promise<void> {
    const { selector, publicKey, privateKey } = key ?? { selector: null, publicKey: null, privateKey: null };
    const unchecked = { verified: false, checkedAt: null };
    await this.rows.upsert({ domainId, name, address, selector, publicKey, privateKey, ...unchecked }, ['domainId']);
  }

  async rename(domainId: string, name: string | null): Promise<void> {
    await this.rows.update({ domainId }, { name });
  }

  async delete(domainId: string): Promise<void> {
    await this.rows.delete({ domainId });
  }

  /**
   * Records a check of the address, unless it has changed meanwhile.
   *
   * @param verified null: the check had no result
   * @returns whether the address became verified or stopped being so
   */
  async recordCheck({ domainId, address }: OwnMailSender, verified: boolean | null): Promise<boolean> {
    const [rows]: [{ changed: boolean }[], number] = await this.database.manager.query(
      `UPDATE mail_sender SET verified = coalesce($3, mail_sender.verified), checked_at = clock_timestamp()
       FROM (SELECT domain_id, verified FROM mail_sender WHERE domain_id = $1 FOR UPDATE) AS before
       WHERE mail_sender.domain_id = $1 AND mail_sender.address = $2 AND before.domain_id = mail_sender.domain_id
       RETURNING mail_sender.verified <> before.verified AS changed`,
      [domainId, address, verified],
    );
    return rows[0]?.changed ?? false;
  }

  private get rows() {
    return this.database.manager.getRepository(MailSender);
  }
}
