import type { RecordLine, ZoneUnderTest } from './zone-under-test.js';

/** No DNS provider: there are no records. */
export class NoZone implements ZoneUnderTest {
  readonly zone = 'sandbox.example.test';
  readonly settings = { SANDBOX_ZONE: this.zone, DNS_PROVIDER: 'none' };

  contents(): Promise<RecordLine[]> {
    return Promise.resolve([]);
  }

  add(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
