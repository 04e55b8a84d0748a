import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { dkimKeyContext, Encryptor, generateDkimKey, generateDnsLabel } from '@latchkey/crypto';
import {
  Database,
  DomainRepository,
  MailSenderRepository,
  type Domain,
  type MailSenderKey,
  type Precondition,
} from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { SETTINGS } from '../settings/settings.module.js';

export interface MailSenderSettings {
  name: string | null;
  address: string | null;
}

const DEFAULT_SENDER: MailSenderSettings = { name: null, address: null };
const PROPERTIES = ['name', 'address'] as const;
/** Keeps the selectors of several domains and installations apart. */
const SELECTOR_LENGTH = 8;

/** Who the mails of domains come from. */
@Injectable()
export class MailSenderService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) { MASTER_KEY }: ManagementSettings,
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly senders: MailSenderRepository,
    private readonly log: AuditLogService,
  ) {
    this.encryptor = new Encryptor(MASTER_KEY);
  }

  async get({ id }: Domain): Promise<MailSenderSettings> {
    const { name, address } = (await this.senders.find(id)) ?? DEFAULT_SENDER;
    return { name, address };
  }

  /** Replaces the sender; absent properties get their defaults. A new address gets a new key, and has to be verified. */
  async replace(domain: Domain, request: Partial<MailSenderSettings>, precondition: Precondition<MailSenderSettings>): Promise<void> {
    const settings = normalizeSender(request);
    // Finding primes takes long, so it is done before the transaction, unless another request changes the address meanwhile.
    const early = await this.createKeyIfNew(domain.id, settings, await this.get(domain));
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const before = await this.get(domain);
      await precondition(before, before.name === null && before.address === null);
      const changed = PROPERTIES.filter((property) => before[property] !== settings[property]);
      if (changed.length === 0) return;
      if (settings.name === null && settings.address === null) await this.senders.delete(domain.id);
      else if (settings.address === before.address && settings.address !== null) await this.senders.rename(domain.id, settings.name);
      else {
        const key = early ?? (await this.createKeyIfNew(domain.id, settings, before));
        await this.senders.put({ domainId: domain.id, ...settings }, key);
      }
      await this.log.record(domain.id, { type: 'mail_sender.updated', data: { changed } });
    });
  }

  private async createKeyIfNew(
    domainId: string,
    { address }: MailSenderSettings,
    before: MailSenderSettings,
  ): Promise<MailSenderKey | null> {
    if (address === null || address === before.address) return null;
    const { publicKey, privateKey } = await generateDkimKey();
    const selector = `lk-${generateDnsLabel().slice(0, SELECTOR_LENGTH)}`;
    return { selector, publicKey, privateKey: this.encryptor.encrypt(Buffer.from(privateKey), dkimKeyContext(domainId, selector)) };
  }
}

/** The domain of an address is not case-sensitive, what stands before it may be: RFC 5321 section 2.4. */
export function normalizeSender({ name = null, address = null }: Partial<MailSenderSettings>): MailSenderSettings {
  return { name, address: address?.replace(/@.*$/, (domain) => domain.toLowerCase()) ?? null };
}
