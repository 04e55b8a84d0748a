import { describe, expect, it } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { readCertificate } from './certificate-header.mjs';
import { authenticationMethod, generateClientKeys } from './client-keys.mjs';

describe('the keys of a client', () => {
  const keys = generateClientKeys('client-1');

  it('have a certificate with the subject that is registered, valid now', () => {
    const certificate = new X509Certificate(Buffer.from(keys.certificate, 'base64'));

    expect(certificate).toMatchObject({ subject: 'O=Bench\nCN=client-1', issuer: 'CN=Bench CA' });
    expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now());
  });

  it('are read from the header of the proxy as registered', () => {
    const read = readCertificate(`:${keys.certificate}:`);

    expect(read).toMatchObject({ subjectDn: keys.subjectDn, confirmation: { 'x5t#S256': keys.certificateThumbprint } });
    expect(readCertificate(undefined)).toBeNull();
  });

  it('are registered without their private part', () => {
    expect(authenticationMethod('key', keys)).toEqual({ type: 'PrivateKeyJwt', jwks: { keys: [keys.assertion.publicKey] } });
    expect(keys.assertion.publicKey).not.toHaveProperty('d');
    expect(authenticationMethod('certificate', keys)).toEqual({ type: 'TlsClientAuth', subjectDn: 'CN=client-1,O=Bench' });
  });
});
