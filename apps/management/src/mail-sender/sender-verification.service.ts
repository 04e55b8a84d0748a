import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Database, MailSenderRepository, type OwnMailSender } from '@latchkey/persistence';
import { getDomain } from 'tldts';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { directoryOf } from '../domain-verification/name-check.service.js';
import { isUnusable, QueryBudget } from '../domain-verification/query-budget.js';
import { SETTINGS } from '../settings/settings.module.js';
import { parseMailbox } from './mailbox.js';
import { diagnoseSender, type SenderDiagnosis, type SenderRecords, type SenderSnapshot } from './sender-diagnosis.js';

/** Checks the DNS records of senders' addresses. */
@Injectable()
export class SenderVerificationService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly senders: MailSenderRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The records that the domain of an address needs. */
  describeRecords({ address, selector, publicKey }: OwnMailSender): SenderRecords {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    const { MAIL_FROM } = this.settings;
    const own = MAIL_FROM === undefined ? null : parseMailbox(MAIL_FROM).address.replace(/^.*@/, '').toLowerCase();
    return { domain, dkim: { name: `${selector}._domainkey.${domain}`, publicKey }, installation: own === domain ? null : own };
  }

  /** Checks the records, and from then on mails come from the address if they are right. Takes some seconds at most. */
  async check(sender: OwnMailSender): Promise<SenderDiagnosis> {
    const records = this.describeRecords(sender);
    const diagnosis = diagnoseSender(records, await this.read(records));
    const { verified } = diagnosis;
    await this.database.transaction(async () => {
      if (!(await this.senders.recordCheck(sender, verified))) return;
      await this.log.record(sender.domainId, { type: verified ? 'mail_sender.verified' : 'mail_sender.unverified' });
    });
    return diagnosis;
  }

  private async read({ domain, dkim, installation }: SenderRecords): Promise<SenderSnapshot> {
    const budget = new QueryBudget(directoryOf(this.settings));
    const organization = getDomain(domain) ?? domain;
    const read = async (name: string): Promise<string[] | null> => {
      const reply = await budget.resolve({ name, type: 'TXT' });
      if (!reply || isUnusable(reply)) return null;
      // A CNAME record may lead to the record, as the owner of the name wants.
      return reply.answers.filter(({ type }) => type === 'TXT').map(({ value }) => value);
    };
    const readPolicy = async (): Promise<string[] | null> => {
      const own = await read(`_dmarc.${domain}`);
      return own?.length === 0 && organization !== domain ? read(`_dmarc.${organization}`) : own;
    };
    const [keys, doubledDkim, spf, installationSpf, dmarc] = await Promise.all([
      read(dkim.name),
      read(`${dkim.name}.${organization}`),
      read(domain),
      installation === null ? [] : read(installation),
      readPolicy(),
    ]);
    return { dkim: keys, doubledDkim, spf, installationSpf, dmarc };
  }
}
