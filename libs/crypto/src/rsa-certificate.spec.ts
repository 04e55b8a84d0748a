import { describe, expect, it } from '@jest/globals';
import { CertificateIssuer } from '../../../test/support/certificates.js';
import { issueRsaCertificate } from '../../../test/support/saml/rsa-certificate.js';
import { parseRsaCertificate } from './rsa-certificate.js';

describe('parseRsaCertificate', () => {
  it('reads PEM and the base64 of DER alike', async () => {
    const { pem } = await issueRsaCertificate('CN=identity provider', 86_400_000);
    const base64 = pem.replaceAll(/-----[^-]*-----/g, '');

    const parsed = parseRsaCertificate(pem);

    expect(parseRsaCertificate(base64)).toEqual(parsed);
    expect(parseRsaCertificate(parsed!.pem)).toEqual(parsed);
    expect(Math.abs(parsed!.expiresAt.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  it('reads no certificate of another key type', async () => {
    const { pem } = await new CertificateIssuer().issue({ subject: 'CN=elliptic' });

    expect(parseRsaCertificate(pem)).toBeNull();
  });

  it.each(['', 'AAAA', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])('reads nothing of %j', (text) => {
    expect(parseRsaCertificate(text)).toBeNull();
  });
});
