import { Injectable } from '@nestjs/common';
import type { TransferCipher } from '@latchkey/crypto';
import { Problem } from '@latchkey/problem';
import { ImportedConfigurationService } from './imported-configuration.service.js';
import { COOKIE_KEYS_PLACE, type TransferHeader } from './transfer-file.js';
import { TransferredKeysService } from './transferred-keys.service.js';
import { TransferredLogService } from './transferred-log.service.js';

/** Checks an imported domain as a whole. */
@Injectable()
export class ImportCompletionService {
  constructor(
    private readonly keys: TransferredKeysService,
    private readonly logs: TransferredLogService,
    private readonly configurations: ImportedConfigurationService,
  ) {}

  /** Keeps the keys of where the domain comes from, verifies its log with them, and checks its configuration. @throws Problem invalid-request */
  async complete({ id, domain, log, receiptKeys, cookieKeys }: TransferHeader, cipher: TransferCipher): Promise<void> {
    const secrets = await cipher.decrypt(cookieKeys, COOKIE_KEYS_PLACE);
    if (!secrets) throw createCookieKeysProblem('was changed, or is the secret of another place');
    await this.keys.store(id, { cookieKeys: readCookieKeys(secrets), receiptKeys });
    await Promise.all([this.logs.accept(id, log), this.configurations.require(id, domain)]);
  }
}

/** A domain that has moved more often has keys that are too old for any cookie. */
const MAX_COOKIE_KEYS = 20;
const COOKIE_KEY_BYTES = 32;

function readCookieKeys(secrets: Buffer): string[] {
  const keys: unknown = JSON.parse(secrets.toString('utf8'));
  const isKey = (key: unknown): boolean => typeof key === 'string' && Buffer.from(key, 'base64').length === COOKIE_KEY_BYTES;
  if (Array.isArray(keys) && keys.every(isKey)) return (keys as string[]).slice(0, MAX_COOKIE_KEYS);
  throw createCookieKeysProblem(`must be keys of ${COOKIE_KEY_BYTES} bytes`);
}

function createCookieKeysProblem(detail: string): Problem {
  return new Problem('invalid-request', 'The first line of the file is not valid. Nothing was imported.', {
    errors: [{ pointer: '/cookieKeys', detail }],
  });
}
