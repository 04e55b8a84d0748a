import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, fingerprint } from '@latchkey/crypto';
import { FormSubmissionRepository, type FormSubmissionKey } from '@latchkey/persistence';
import { setTimeout as delay } from 'node:timers/promises';
import { BROWSER_COOKIE } from './binding.cookie.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { recordOutcome, repeatOutcome, type FormOutcome } from './form-outcome.js';

const POLL_INTERVAL_MS = 25;
/** How long a repetition waits for the first submission. Then it runs itself. */
const MAX_WAIT_MS = 10_000;

/** Completes the submission that this request runs. */
export type CompleteSubmission = () => Promise<void>;

/**
 * Runs a form once if its button is pressed twice. A repetition by the same browser gets the outcome of the first submission. The database
 * decides which one runs, so this also works if both arrive at the same moment on two replicas. Outcomes can contain session cookies, so
 * they are encrypted.
 */
@Injectable()
export class FormSubmissionService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    private readonly submissions: FormSubmissionRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Starts a submission, or repeats the redirect of the first one. The redirect is stored unless it reports an error.
   *
   * @param content URL and values of the form, with its CSRF token
   *
   * @returns null if the response has been sent; otherwise a function to call after a handler that cannot reach its client
   */
  async begin(current: DomainRequest, content: readonly string[]): Promise<CompleteSubmission | null> {
    const key = buildKey(current, content);
    if (!key) return () => Promise.resolve();
    const first = await this.findFirst<FormOutcome>(key, current.request.method === 'POST');
    if (first) {
      repeatOutcome(current.response, first.value);
      return null;
    }
    return recordOutcome(current.response, (outcome) => (outcome ? this.complete(key, outcome) : this.submissions.discard(key)));
  }

  /** Runs an action once, and returns the result of the first run. */
  async once<T>(current: DomainRequest, content: readonly string[], action: () => Promise<T>): Promise<T> {
    const key = buildKey(current, content);
    if (!key) return action();
    const first = await this.findFirst<T>(key);
    if (first) return first.value;
    try {
      const value = await action();
      await this.complete(key, value);
      return value;
    } catch (error) {
      await this.submissions.discard(key);
      throw error;
    }
  }

  /** @param isForm false for a request that follows a form @returns null if the caller runs it */
  private async findFirst<T>(key: FormSubmissionKey, isForm = true): Promise<{ value: T } | null> {
    const deadline = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const state = await this.submissions.begin(key, isForm);
      if (state.kind === 'completed') return this.decrypt<T>(key, state.outcome);
      if (state.kind !== 'running' || Date.now() > deadline) return null;
      await delay(POLL_INTERVAL_MS);
    }
  }

  private complete(key: FormSubmissionKey, value: unknown): Promise<void> {
    const json = JSON.stringify(value ?? null);
    return this.submissions.complete(key, this.encryptor.encrypt(Buffer.from(json, 'utf8'), getEncryptionContext(key)));
  }

  /** @returns null if a retired master key encrypted the outcome */
  private decrypt<T>(key: FormSubmissionKey, outcome: Buffer): { value: T } | null {
    try {
      return { value: JSON.parse(this.encryptor.decrypt(outcome, getEncryptionContext(key)).toString('utf8')) as T };
    } catch {
      return null;
    }
  }
}

/** @returns null if the browser has no secret, so that it cannot be distinguished from others */
function buildKey(current: DomainRequest, content: readonly string[]): FormSubmissionKey | null {
  const secret = BROWSER_COOKIE.read(current, '');
  if (secret === null) return null;
  const domainId = current.domain.id;
  return {
    domainId,
    browser: fingerprint('form submission browser', domainId, secret),
    hash: fingerprint('form submission', domainId, secret, ...content),
  };
}

function getEncryptionContext({ domainId, hash }: FormSubmissionKey): string {
  return `form submission:${domainId}:${hash.toString('base64url')}`;
}
