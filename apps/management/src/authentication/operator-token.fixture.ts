import { randomUUID } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { Answer, Call } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { generateClusterKey, PublishedIssuer, type ClusterKey } from '../../../../test/support/workload-issuer.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import type { Settings } from '../../../../test/support/service-process.js';

/** The base URL that all replicas share. */
export const MANAGEMENT_URL = 'https://api.example.com';

/** Two replicas of the management API that accept tokens of three issuers, which have the same key. */
export class OperatorTokenFixture {
  private constructor(
    readonly database: TestDatabase,
    readonly replicas: readonly [StartedManagement, StartedManagement],
    readonly issuers: readonly [PublishedIssuer, PublishedIssuer, PublishedIssuer],
    readonly key: ClusterKey,
  ) {}

  static async start(settings: Settings = {}): Promise<OperatorTokenFixture> {
    const [database, key, ...issuers] = await Promise.all([
      createTestDatabase(),
      generateClusterKey(),
      PublishedIssuer.start(),
      PublishedIssuer.start(),
      PublishedIssuer.start(),
    ]);
    for (const issuer of issuers) issuer.keys = [key];
    const all = {
      MANAGEMENT_URL,
      MANAGEMENT_ISSUERS: issuers.map(({ url }) => url).join(','),
      WORKER: 'off',
      RATE_LIMIT: 'off',
      ...settings,
    };
    const replicas = await Promise.all([startManagement(database.url, all), startManagement(database.url, all)]);
    return new OperatorTokenFixture(database, replicas, issuers, key);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.replicas, ...this.issuers].map((each) => each.stop()));
    await this.database.drop();
  }

  /** A caller with the API key of a new subscription. */
  async subscribe(): Promise<Caller> {
    return this.replicas[0].as((await createSubscription(this.database.url)).apiKey);
  }

  /** Creates an operator. @returns its subject */
  async createOperator(caller: Caller, values: object = {}): Promise<string> {
    const subject = `subject-${randomUUID()}`;
    const body = { issuer: this.issuers[0].url, subject, name: 'Ada', permissions: ['*'], ...values };
    const { status, text } = await caller.put(`/v1/operator/${subject}`, body);
    if (status !== 201) throw new Error(`PUT /v1/operator answered ${status}: ${text}`);
    return subject;
  }

  /** An access token for the API, of the first issuer. Claims that are undefined are left out. */
  sign(claims: JWTPayload, signer = this.key): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return signer.sign({ iss: this.issuers[0].url, aud: MANAGEMENT_URL, iat: now, exp: now + 600, ...claims });
  }

  /** Sends a request with a token. */
  send(token: string, path = '/v1/domain', { headers, ...call }: Call & { replica?: 0 | 1 } = {}): Promise<Answer> {
    const { replica = 0, ...rest } = call;
    return this.replicas[replica].send(path, { ...rest, headers: { authorization: `Bearer ${token}`, ...headers } });
  }
}
