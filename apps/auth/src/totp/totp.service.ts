import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { newTotpSecret, Encryptor, totpContext } from '@latchkey/crypto';
import { CredentialRepository, TotpRepository, userIdOf, type CredentialHolder } from '@latchkey/persistence';
import {
  CredentialChangeService,
  getDomainDisplayName,
  type CredentialDomain,
} from '../authentication-method/credential-change.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { buildOtpauthUri, parseCode, encodeSecret, findTimeStep } from './time-step.js';

/** A new secret. It is displayed once, and becomes active when a code confirms it. */
export interface TotpEnrolment {
  secret: string;
  /** `otpauth://` URI for the QR code. */
  uri: string;
}

/** `used`: the code is correct, but it or a later one was already accepted. `locked`: too many wrong codes, so the code was not checked. */
export type TotpOutcome = 'accepted' | 'wrong' | 'used' | 'locked';

export interface TotpStatus {
  /** Null if no authenticator app is set up. */
  confirmedAt: Date | null;
  lastUsedAt: Date | null;
  /** The time until which the service rejects all codes. */
  lockedUntil: Date | null;
}

/** How long a new secret can be confirmed. */
const ENROLMENT_TTL_SECONDS = 900;
const FAILURE_LIMIT = { failures: 5, seconds: 900 };

/** Manages authenticator apps: time-based one-time passwords, RFC 6238. */
@Injectable()
export class TotpService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly secrets: TotpRepository,
    private readonly credentials: CredentialRepository,
    private readonly changes: CredentialChangeService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Creates a 160-bit secret. An existing app stays active until the user confirms the new one. @returns null if the user is unknown or
   * inactive
   */
  async enrol(domain: CredentialDomain, sub: string): Promise<TotpEnrolment | null> {
    const holder = await this.credentials.findHolder(domain.id, sub);
    if (!holder) return null;
    const secret = newTotpSecret();
    const encryptedSecret = this.encryptor.encrypt(secret, totpContext(domain.id, userIdOf(domain.id, sub)));
    if (!(await this.secrets.enrol({ domainId: domain.id, sub }, encryptedSecret, ENROLMENT_TTL_SECONDS))) return null;
    return toEnrolment(secret, domain, holder);
  }

  /** @returns the pending enrolment, so that the user can reload its page */
  async pending(domain: CredentialDomain, sub: string): Promise<TotpEnrolment | null> {
    const [holder, pending] = await Promise.all([
      this.credentials.findHolder(domain.id, sub),
      this.secrets.findPending({ domainId: domain.id, sub }),
    ]);
    if (!holder || !pending) return null;
    const secret = this.encryptor.decrypt(pending.secret, totpContext(domain.id, userIdOf(domain.id, sub)));
    return toEnrolment(secret, domain, holder);
  }

  /** Activates the new secret with its first code. @returns false if the code is wrong or no enrolment is pending */
  async confirm(domain: CredentialDomain, sub: string, enteredCode: string): Promise<boolean> {
    const key = { domainId: domain.id, sub };
    const [code, pending] = [parseCode(enteredCode), await this.secrets.findPending(key)];
    if (code === null || !pending) return false;
    const step = findTimeStep(this.encryptor.decrypt(pending.secret, totpContext(domain.id, userIdOf(domain.id, sub))), code, pending.now);
    if (step === null) return false;
    return this.changes.transaction(domain, sub, async () => {
      const confirmed = await this.secrets.confirm(key, pending.secret, step);
      if (confirmed) await this.changes.record(domain, { sub, event: 'authenticator_app.created', notice: 'authenticator-app-set-up' });
      return confirmed;
    });
  }

  /** Verifies a code and consumes its time step. Five wrong codes lock this method, but not the account, for 15 minutes. */
  verify(domain: CredentialDomain, sub: string, enteredCode: string): Promise<TotpOutcome> {
    return this.attempt({ domain, sub, isKnownBrowser: false }, enteredCode);
  }

  /** Verifies a code from a browser in which the user has signed in before. Such a browser has five separate attempts. */
  verifyInKnownBrowser(domain: CredentialDomain, sub: string, enteredCode: string): Promise<TotpOutcome> {
    return this.attempt({ domain, sub, isKnownBrowser: true }, enteredCode);
  }

  private async attempt({ domain, sub, isKnownBrowser }: VerificationAttempt, enteredCode: string): Promise<TotpOutcome> {
    const key = { domainId: domain.id, sub };
    const attempt = await this.secrets.beginAttempt(key, { ...FAILURE_LIMIT, isKnownBrowser });
    if (!attempt) return (await this.secrets.find(key))?.secret ? 'locked' : 'wrong';
    const code = parseCode(enteredCode);
    const secret = this.encryptor.decrypt(attempt.secret, totpContext(domain.id, userIdOf(domain.id, sub)));
    const step = code === null ? null : findTimeStep(secret, code, attempt.now);
    if (step === null) return 'wrong';
    if (await this.secrets.acceptAttempt(key, attempt, step)) return 'accepted';
    await this.secrets.revertAttempt(key, attempt);
    return 'used';
  }

  /** Removes the authenticator app and a pending enrolment. @returns false if there was no active app */
  remove(domain: CredentialDomain, sub: string): Promise<boolean> {
    return this.changes.transaction(domain, sub, async () => {
      const removed = await this.secrets.delete({ domainId: domain.id, sub });
      if (removed) await this.changes.record(domain, { sub, event: 'authenticator_app.deleted', notice: 'authenticator-app-removed' });
      return removed;
    });
  }

  /** Discards a pending enrolment. */
  async cancel(domain: CredentialDomain, sub: string): Promise<void> {
    await this.secrets.clearPending({ domainId: domain.id, sub });
  }

  async status(domain: CredentialDomain, sub: string): Promise<TotpStatus> {
    const totp = await this.secrets.find({ domainId: domain.id, sub });
    const lockedUntil = totp?.lockedUntil && totp.lockedUntil.getTime() > Date.now() ? totp.lockedUntil : null;
    return { confirmedAt: totp?.confirmedAt ?? null, lastUsedAt: totp?.lastUsedAt ?? null, lockedUntil };
  }
}

interface VerificationAttempt {
  domain: CredentialDomain;
  sub: string;
  isKnownBrowser: boolean;
}

function toEnrolment(secret: Buffer, domain: CredentialDomain, { attributes }: CredentialHolder): TotpEnrolment {
  return {
    secret: encodeSecret(secret),
    uri: buildOtpauthUri(secret, getDomainDisplayName(domain), attributes['preferred_username'] as string),
  };
}
