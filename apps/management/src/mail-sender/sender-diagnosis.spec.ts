import { describe, expect, it } from '@jest/globals';
import { diagnoseSender, listSenderRecords, type SenderRecords, type SenderSnapshot } from './sender-diagnosis.js';

const WANTED: SenderRecords = {
  domain: 'acme.example',
  dkim: { name: 'lk-1._domainkey.acme.example', publicKey: 'MIIBIjANBgkq' },
  installation: 'mail.example',
};
const RIGHT: SenderSnapshot = {
  dkim: ['v=DKIM1; k=rsa; p=MIIBIjANBgkq'],
  doubledDkim: [],
  spf: ['google-site-verification=x', 'v=spf1 ip4:192.0.2.1 include:mail.example ~all'],
  installationSpf: ['v=spf1 ip4:192.0.2.9 -all'],
  dmarc: ['v=DMARC1; p=reject; adkim=s; aspf=s'],
};

const diagnose = (seen: Partial<SenderSnapshot>, wanted: Partial<SenderRecords> = {}) => {
  const { verified, problems } = diagnoseSender({ ...WANTED, ...wanted }, { ...RIGHT, ...seen });
  return { verified, codes: problems.map(({ code }) => code) };
};

describe('the diagnosis of a sender', () => {
  it.each<[string, Partial<SenderSnapshot>, Partial<SenderRecords>?]>([
    ['right records', {}],
    ['a key with spaces in another order of tags', { dkim: ['k=rsa; p=MIIB IjAN Bgkq; v=DKIM1'] }],
    ['a key without optional tags', { dkim: ['p=MIIBIjANBgkq'] }],
    ['another text at the name of the key', { dkim: ['hello', ...RIGHT.dkim!] }],
    ['capitals in SPF', { spf: ['V=SPF1 +include:MAIL.example -all'] }],
    ['the same domain as the installation', { spf: [] }, { installation: null }],
  ])('finds nothing in %s', (_what, ...records) => {
    expect(diagnose(...records)).toEqual({ verified: true, codes: [] });
  });

  it.each<[string, Partial<SenderSnapshot>]>([
    ['dkim-missing', { dkim: [] }],
    ['dkim-missing', { dkim: ['v=spf1 -all'] }],
    ['dkim-several', { dkim: ['p=MIIBIjANBgkq', 'p=other'] }],
    ['dkim-revoked', { dkim: ['v=DKIM1; p='] }],
    ['dkim-cut-off', { dkim: ['v=DKIM1; k=rsa; p=MIIBIjAN'] }],
    ['dkim-other-key', { dkim: ['v=DKIM1; k=rsa; p=AAAA'] }],
    ['dkim-tags', { dkim: ['v=DKIM1; k=ed25519; p=MIIBIjANBgkq'] }],
    ['dkim-tags', { dkim: ['v=DKIM1; t=y; p=MIIBIjANBgkq'] }],
    ['dkim-zone-appended-twice', { dkim: [], doubledDkim: ['p=MIIBIjANBgkq'] }],
    ['spf-missing', { spf: ['v=spf10 include:mail.example'] }],
    ['spf-several', { spf: ['v=spf1 include:mail.example -all', 'v=spf1 -all'] }],
    ['spf-without-include', { spf: ['v=spf1 include:mail.example.org -all'] }],
    ['spf-without-include', { spf: ['v=spf1 -all include:mail.example'] }],
    ['spf-without-include', { spf: ['v=spf1 -include:mail.example ~all'] }],
    ['spf-installation', { installationSpf: [] }],
  ])('is %s for %j, which keeps the address from being used', (code, seen) => {
    expect(diagnose(seen)).toEqual({ verified: false, codes: [code] });
  });

  it.each<[string, string[]]>([
    ['dmarc-missing', []],
    ['dmarc-missing', ['v=spf1 -all']],
    ['dmarc-several', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
    ['dmarc-policy', ['v=DMARC1; rua=mailto:x@acme.example']],
    ['dmarc-policy', ['v=DMARC1; p=maybe']],
  ])('is %s for %j, which does not', (code, dmarc) => {
    expect(diagnose({ dmarc })).toEqual({ verified: true, codes: [code] });
  });

  it.each(['dkim', 'spf', 'dmarc', 'installationSpf'])('knows nothing if the DNS does not answer for %s', (name) => {
    expect(diagnose({ dkim: [], [name]: null })).toEqual({ verified: null, codes: ['dns-unavailable'] });
  });

  it('suggests records that it finds right', () => {
    const [dkim, spf, dmarc] = listSenderRecords(WANTED).map(({ value }) => [value]);

    expect(diagnose({ dkim: dkim!, spf: spf!, dmarc: dmarc! })).toEqual({ verified: true, codes: [] });
    expect(listSenderRecords({ ...WANTED, installation: null }).map(({ purpose }) => purpose)).toEqual(['DKIM', 'DMARC']);
  });

  it('says what is wrong, where, and what to do', () => {
    const seen = { ...RIGHT, dkim: [], spf: [], dmarc: [] };
    for (const { detail, fix } of diagnoseSender(WANTED, seen).problems) {
      expect(detail).toMatch(/acme\.example.*\.$/);
      expect(fix).toMatch(/^Create a TXT record at \S*acme\.example with the value /);
    }
  });
});
