import type { DnsProblem } from '@latchkey/persistence';

/** What the records of a sender's domain should be. */
export interface SenderRecords {
  /** The domain of the address. */
  domain: string;
  dkim: { name: string; publicKey: string };
  /** The domain of the installation's own sender, whose SPF record names the mail server; null if it has none, or it is the same. */
  installation: string | null;
}

/** The TXT records that were read; null: the DNS did not answer. */
export interface SenderSnapshot {
  dkim: readonly string[] | null;
  /** Where some DNS panels put the record, because they append the zone to a complete name. */
  doubledDkim: readonly string[] | null;
  spf: readonly string[] | null;
  installationSpf: readonly string[] | null;
  /** Of the domain itself, else of its organizational domain: RFC 7489 section 6.6.3. */
  dmarc: readonly string[] | null;
}

/** Problems that keep mails from coming from the address, before those that only make them less trusted. */
export interface SenderDiagnosis {
  problems: DnsProblem[];
  /** Null: the DNS did not answer, so nothing is known. */
  verified: boolean | null;
}

/** A DNS record for the operator to create. */
export interface SenderRecord {
  type: 'TXT';
  name: string;
  value: string;
  purpose: 'DKIM' | 'SPF' | 'DMARC';
}

/** The records that an operator creates. That of DMARC is a suggestion that asks receivers for nothing. */
export function listSenderRecords({ domain, dkim, installation }: SenderRecords): SenderRecord[] {
  return [
    { type: 'TXT', name: dkim.name, value: `v=DKIM1; k=rsa; p=${dkim.publicKey}`, purpose: 'DKIM' },
    ...(installation === null
      ? []
      : [{ type: 'TXT', name: domain, value: `v=spf1 include:${installation} ~all`, purpose: 'SPF' } as const]),
    { type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none', purpose: 'DMARC' },
  ];
}

/** Diagnoses the records of a sender from what was read alone. */
export function diagnoseSender(wanted: SenderRecords, seen: SenderSnapshot): SenderDiagnosis {
  const { dkim, spf, installationSpf, dmarc } = seen;
  if (dkim === null || spf === null || dmarc === null || installationSpf === null) {
    const detail = 'The DNS lookup failed. Your records are not the cause.';
    return { verified: null, problems: [{ code: 'dns-unavailable', detail, fix: 'You need not do anything: the check is repeated.' }] };
  }
  const blocking = [...diagnoseDkim(wanted, dkim, seen.doubledDkim ?? []), ...diagnoseSpf(wanted, spf, installationSpf)];
  return { verified: blocking.length === 0, problems: [...blocking, ...diagnoseDmarc(wanted, dmarc)] };
}

function diagnoseDkim({ dkim: { name, publicKey } }: SenderRecords, texts: readonly string[], doubled: readonly string[]): DnsProblem[] {
  const value = `v=DKIM1; k=rsa; p=${publicKey}`;
  const create = `Create a TXT record at ${name} with the value ${value}. If your provider limits strings to 255 characters, split the value into several strings of one record.`;
  const keys = texts.filter((text) => readTags(text).has('p'));
  if (keys.length > 1) {
    return [
      {
        code: 'dkim-several',
        detail: `There are several DKIM keys at ${name}.`,
        fix: `Remove all TXT records at ${name} except ${value}.`,
      },
    ];
  }
  const [text] = keys;
  if (text === undefined) {
    if (doubled.some((found) => readKey(found) === publicKey)) {
      const fix = `Your provider appends the zone to names that do not end in a dot. Omit it from the name of the record, or add a dot at the end.`;
      return [{ code: 'dkim-zone-appended-twice', detail: `The DKIM key is at a name that contains the zone twice, not at ${name}.`, fix }];
    }
    return [{ code: 'dkim-missing', detail: `No DKIM key is at ${name}.`, fix: create }];
  }
  const key = readKey(text);
  if (key === '') return [{ code: 'dkim-revoked', detail: `The DKIM key at ${name} is empty, which revokes it.`, fix: create }];
  if (key !== publicKey) {
    const isCut = publicKey.startsWith(key);
    const detail = isCut ? `The DKIM key at ${name} is cut off.` : `The DKIM key at ${name} is another one.`;
    return [{ code: isCut ? 'dkim-cut-off' : 'dkim-other-key', detail, fix: create }];
  }
  const tags = readTags(text);
  const isUsable = (tags.get('v') ?? 'DKIM1') === 'DKIM1' && (tags.get('k') ?? 'rsa') === 'rsa' && !(tags.get('t') ?? '').includes('y');
  return isUsable
    ? []
    : [
        {
          code: 'dkim-tags',
          detail: `The DKIM record at ${name} has other tags: ${text.slice(0, 60)}.`,
          fix: `Set its value to ${value}.`,
        },
      ];
}

function diagnoseSpf(
  { domain, installation }: SenderRecords,
  texts: readonly string[],
  installationTexts: readonly string[],
): DnsProblem[] {
  if (installation === null) return [];
  if (!installationTexts.some(isSpf)) {
    const detail = `${installation}, the domain of MAIL_FROM, has no SPF record, so no other domain can include it.`;
    return [{ code: 'spf-installation', detail, fix: `Ask whoever runs this installation for an SPF record at ${installation}.` }];
  }
  const records = texts.filter(isSpf);
  const include = `include:${installation}`;
  if (records.length === 0) {
    const fix = `Create a TXT record at ${domain} with the value v=spf1 ${include} ~all.`;
    return [{ code: 'spf-missing', detail: `${domain} has no SPF record.`, fix }];
  }
  if (records.length > 1) {
    const detail = `${domain} has several SPF records, which receivers reject (RFC 7208 section 4.5).`;
    return [{ code: 'spf-several', detail, fix: `Merge the SPF records at ${domain} into one that contains ${include}.` }];
  }
  const terms = records[0]!.toLowerCase().split(/ +/).slice(1);
  const end = terms.findIndex((term) => /^[+~?-]?all$/.test(term));
  const effective = end === -1 ? terms : terms.slice(0, end);
  if (effective.some((term) => term.replace(/^\+/, '') === include)) return [];
  const fix = `Insert ${include} into the TXT record at ${domain}, before the term that ends in all.`;
  return [{ code: 'spf-without-include', detail: `The SPF record of ${domain} does not allow the mail server of ${installation}.`, fix }];
}

/** Every signature aligns with the address, because both have the same domain (RFC 7489 section 3.1), so no policy is too strict. */
function diagnoseDmarc({ domain }: SenderRecords, texts: readonly string[]): DnsProblem[] {
  const records = texts.filter((text) => /^v=DMARC1\b/.test(text));
  const name = `_dmarc.${domain}`;
  if (records.length === 0) {
    const detail = `${domain} has no DMARC policy. Large mail providers ask for one.`;
    return [{ code: 'dmarc-missing', detail, fix: `Create a TXT record at ${name} with the value v=DMARC1; p=none.` }];
  }
  if (records.length > 1) {
    const detail = `${domain} has several DMARC records, which receivers ignore (RFC 7489 section 6.6.3).`;
    return [{ code: 'dmarc-several', detail, fix: `Keep one TXT record at ${name}.` }];
  }
  const policy = readTags(records[0]!).get('p') ?? '';
  if (['none', 'quarantine', 'reject'].includes(policy)) return [];
  const detail = `The DMARC record of ${domain} has no valid policy.`;
  return [{ code: 'dmarc-policy', detail, fix: `Set p in the TXT record at ${name} to none, quarantine or reject.` }];
}

const isSpf = (text: string): boolean => /^v=spf1( |$)/i.test(text);

const readKey = (text: string): string => (readTags(text).get('p') ?? '').replaceAll(/\s/g, '');

/** The tags of a DKIM or DMARC record: RFC 6376 section 3.2. */
function readTags(text: string): Map<string, string> {
  return new Map(
    text.split(';').flatMap((part) => {
      const [, name, value] = /^\s*([a-z]\w*)\s*=\s*(.*?)\s*$/is.exec(part) ?? [];
      return name === undefined ? [] : [[name, value!] as const];
    }),
  );
}
