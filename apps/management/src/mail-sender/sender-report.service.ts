import { Injectable } from '@nestjs/common';
import { MailSenderRepository, type Domain } from '@latchkey/persistence';
import { CurrentSenderService, isOwn } from './current-sender.service.js';
import { listSenderRecords, type SenderDiagnosis, type SenderRecord } from './sender-diagnosis.js';
import { SenderVerificationService } from './sender-verification.service.js';

/** The result of a check for the operator. */
export interface SenderReport {
  from: string;
  verified: boolean;
  records: SenderRecord[];
  problems: SenderDiagnosis['problems'];
}

/** Checks the own address of a domain at an operator's request. */
@Injectable()
export class SenderReportService {
  constructor(
    private readonly senders: MailSenderRepository,
    private readonly verifications: SenderVerificationService,
    private readonly current: CurrentSenderService,
  ) {}

  async check({ id }: Domain): Promise<SenderReport> {
    const sender = await this.senders.find(id);
    const own = sender && isOwn(sender) ? sender : null;
    const problems = own ? (await this.verifications.check(own)).problems : [];
    const records = own ? listSenderRecords(this.verifications.describeRecords(own)) : [];
    const { name, address, dkim } = await this.current.find(id);
    return { from: name === null ? address : `${name} <${address}>`, verified: dkim !== null, records, problems };
  }
}
