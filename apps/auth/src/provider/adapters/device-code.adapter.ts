import type { DeviceCodeRepository } from '@latchkey/persistence';
import { errors, Provider, type AdapterPayload } from 'oidc-provider';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { DeviceCodeDecidedError } from '../errors/device-code-decided.error.js';
import type { DeviceCodeSerializer } from './device-code-serializer.js';
import { DEVICE_POLL_INTERVAL_SECONDS } from './lifetimes.js';
import { OidcAdapter, type DomainStorage } from './oidc.adapter.js';

/** Seconds that an expired code stays, so that the device learns that it has expired: RFC 8628 section 3.5. */
const EXPLAINED_SECONDS = 300;
/** A poll may be that much earlier than the interval, because networks delay requests differently. */
const JITTER_SECONDS = 1;
/** Errors that end a page of the user, but not the code: the user can enter it again. */
const PASSING_ERRORS: ReadonlySet<unknown> = new Set(['temporarily_unavailable', 'server_error', 'invalid_request']);

type Decision = Pick<AdapterPayload, 'accountId' | 'error'>;

/** Whether a user has allowed or denied what the device asks for. */
export function isDecided({ accountId, error }: Decision): boolean {
  return accountId !== undefined || (error !== undefined && !PASSING_ERRORS.has(error));
}

/** Stores device codes (RFC 8628). The database decides which of two users, or two browsers, answers first. */
export class DeviceCodeAdapter extends OidcAdapter {
  private readonly codes: DeviceCodeRepository;
  private readonly serializer: DeviceCodeSerializer;

  constructor(storage: DomainStorage, { codes, serializer }: { codes: DeviceCodeRepository; serializer: DeviceCodeSerializer }) {
    super(storage, 'DeviceCode');
    this.codes = codes;
    this.serializer = serializer;
  }

  override findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return translateOutage(async () => {
      const key = { domainId: this.domainId, model: this.model, userCode: this.serializer.hashUserCode(userCode) };
      const stored = await this.payloads.findByUserCode(key);
      return stored && this.serializer.fromStored(userCode, stored);
    });
  }

  /** @throws SlowDown if a device polls too fast while its user has not decided */
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await super.find(id);
    const ctx = Provider.ctx;
    if (found && ctx?.oidc.route === 'token' && found.clientId === ctx.oidc.client?.clientId && isWaiting(found)) await this.recordPoll(id);
    return found;
  }

  /** oidc-provider saves a code that a user has entered. Another user or browser may enter it too; the first decision counts. */
  protected override async store(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const key = this.key(id);
    if (isDecided(payload)) {
      if (!(await this.codes.decide(key, this.serializer.toDecision(this.owned(payload))))) throw new DeviceCodeDecidedError();
    } else if (payload['inFlight'] === true || payload['error'] !== undefined) {
      await this.pending.touch(key, expiresIn! + EXPLAINED_SECONDS);
    } else {
      await this.pending.put({ ...key, model: 'DeviceCode' }, this.serializer.toStored(id, payload), expiresIn! + EXPLAINED_SECONDS);
    }
  }

  private async recordPoll(id: string): Promise<void> {
    const isInTime = await translateOutage(() => this.codes.recordPoll(this.key(id), DEVICE_POLL_INTERVAL_SECONDS - JITTER_SECONDS));
    if (!isInTime) throw new errors.SlowDown(`wait ${DEVICE_POLL_INTERVAL_SECONDS} seconds more between two requests than before`);
  }
}

/** An expired or decided code needs no slowing down: it has its answer. */
function isWaiting({ accountId, error, exp }: AdapterPayload): boolean {
  return accountId === undefined && error === undefined && Number(exp) > Date.now() / 1_000;
}
