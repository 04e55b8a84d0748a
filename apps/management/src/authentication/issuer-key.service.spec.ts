import { describe, expect, it } from '@jest/globals';
import { readManagementSettings } from '@latchkey/config';
import { VerificationBudget } from '@latchkey/crypto';
import { findSafeFetchError } from '@latchkey/outgoing';
import { IssuerKeyService } from './issuer-key.service.js';

const MINIMAL = { DATABASE_URL: 'postgres://db.internal/latchkey', MASTER_KEY: Buffer.alloc(32).toString('base64') };

describe('IssuerKeyService', () => {
  it.each(['https://169.254.169.254', 'https://[fe80::1]', 'https://[::ffff:169.254.169.254]', 'https://[::ffff:a9fe:a9fe]'])(
    'fetches no keys from an issuer with a link-local address: %s',
    async (issuer) => {
      const keys = new IssuerKeyService(readManagementSettings({ ...MINIMAL, MANAGEMENT_ISSUERS: issuer }));

      const error: unknown = await keys
        .findSignatureViolation(issuer, {} as never, new VerificationBudget())
        .catch((reason: unknown) => reason);
      await keys.onModuleDestroy();

      expect(error).toMatchObject({ kind: 'service-unavailable' });
      expect(findSafeFetchError(error)?.kind).toBe('private-address');
    },
  );
});
