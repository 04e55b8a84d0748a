import { describe, expect, it } from '@jest/globals';
import { MtlsHostService } from './mtls-host.service.js';

describe('MtlsHostService', () => {
  it.each([
    ['https://mtls.{domain}', 'mtls.acme.example.com', 'acme.example.com'],
    ['https://mtls.{domain}', 'mtls.mtls.acme.example.com', 'mtls.acme.example.com'],
    ['https://mtls-{domain}:8443', 'mtls-acme.example.com', 'acme.example.com'],
    ['https://mtls.{domain}', 'acme.example.com', null],
    ['https://mtls.{domain}', 'acme.mtls.example.com', null],
    ['https://{domain}:8443', 'acme.example.com', null],
    [undefined, 'mtls.acme.example.com', null],
  ])('reads with the template %s the host %s as an alias of the domain %s', (MTLS_AUTH_URL, host, domain) => {
    expect(new MtlsHostService({ MTLS_AUTH_URL }).findDomainName(host)).toBe(domain);
  });
});
