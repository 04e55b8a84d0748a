import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor } from '@latchkey/crypto';
import { encryptMessage, messageContext } from '@latchkey/message';
import { createLogger, Metrics } from '@latchkey/observability';
import type { LeasedMessage, MessageLease, MessageRepository } from '@latchkey/persistence';
import { MessageDeliveryService } from './message-delivery.service.js';
import type { MessageSenderService } from './message-sender.service.js';

const MASTER_KEY: ManagementSettings['MASTER_KEY'] = [randomBytes(32)];
const key = { domainId: randomUUID(), id: randomUUID() };
const content = { kind: 'sign-in-link', link: 'https://id.example.com/', minutes: 10 } as const;
const message = { to: 'ada@example.net', name: 'Ada', language: 'en', place: 'id.example.com', content } as const;
const encrypted = encryptMessage(new Encryptor(MASTER_KEY), message, messageContext(key.domainId, key.id));

/** One message in a database that executes a statement and then loses its answer, once for each name in `lost`. */
class ForgetfulMessages {
  readonly lost = new Set<string>();
  state = 'waiting';
  leaseId: string | null = null;

  async lease({ leaseId }: MessageLease): Promise<LeasedMessage> {
    this.leaseId = leaseId;
    this.loseAnswer('lease');
    return { channel: 'email', encrypted, attempts: 1 };
  }

  async postpone({ leaseId }: MessageLease): Promise<void> {
    this.loseAnswer('postpone');
    if (leaseId === this.leaseId) this.leaseId = null;
  }

  async finish(_key: unknown, state: string): Promise<void> {
    this.state = state;
    this.loseAnswer('finish');
  }

  private loseAnswer(name: string): void {
    if (this.lost.delete(name)) throw new Error('Query read timeout');
  }
}

let messages: ForgetfulMessages;
let sent: number;
let service: MessageDeliveryService;

beforeEach(() => {
  messages = new ForgetfulMessages();
  sent = 0;
  const sender = { send: async () => void (sent += 1) };
  service = new MessageDeliveryService(
    { MASTER_KEY } as ManagementSettings,
    messages as unknown as MessageRepository,
    sender as unknown as MessageSenderService,
    new Metrics(),
    createLogger({ service: 'management', level: 'silent', format: 'json' }),
  );
});

describe('message delivery attempts', () => {
  it("finish even if the database's answer to the lease was lost, and recording the end fails at first", async () => {
    messages.lost.add('lease').add('postpone');

    await expect(service.attempt(key)).rejects.toThrow('Query read timeout');

    expect(messages).toMatchObject({ leaseId: null, state: 'waiting' });
    expect(sent).toBe(0);
  });

  it('count as successful although the first answer is lost, and nothing is sent again', async () => {
    messages.lost.add('finish');

    await service.attempt(key);

    expect(messages.state).toBe('sent');
    expect(sent).toBe(1);
  });
});
