import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Channels where Node.js and undici announce calls from this process, in the asynchronous context of the caller. */
const CHANNELS = {
  'undici:request:create': 'HTTP by undici or fetch',
  'http.client.request.start': 'HTTP by node:http',
  'net.client.socket': 'TCP',
  'udp.socket': 'UDP',
} as const;

type Kind = (typeof CHANNELS)[keyof typeof CHANNELS];

/** Detects the outgoing calls of services in the process of the test, whatever client makes them. */
export class OutgoingCalls {
  /** The kinds of calls that occurred. */
  readonly kinds = new Set<Kind>();
  /** The places where calls were made while the caller had an open transaction. */
  private readonly inTransaction = new Set<string>();
  private readonly databasePorts = new Set<number>();
  private isWatching = false;

  /** @param refuseInTransaction throws while the caller has a transaction */
  constructor(private readonly refuseInTransaction: (action: string) => void) {}

  /** Detects calls from now on. Connections to the database do not count. */
  watch(databaseUrl: string): void {
    this.databasePorts.add(Number(new URL(databaseUrl).port || 5_432));
    if (this.isWatching) return;
    this.isWatching = true;
    for (const [channel, kind] of Object.entries(CHANNELS))
      subscribe(channel, (message) => this.notice(kind, (message as { socket?: Socket }).socket));
  }

  /** @throws Error if there were calls while the caller had an open transaction */
  expectNoneInTransaction(): void {
    const places = [...this.inTransaction];
    this.inTransaction.clear();
    if (places.length > 0) throw new Error(`calls within a database transaction:\n${places.join('\n')}`);
  }

  private notice(kind: Kind, socket: Socket | undefined): void {
    this.kinds.add(kind);
    try {
      this.refuseInTransaction(kind);
    } catch (error) {
      const place = String((error as Error).stack);
      if (kind !== 'TCP') this.inTransaction.add(place);
      // Only a connected socket knows its port.
      else socket!.once('connect', () => !this.databasePorts.has(socket!.remotePort!) && this.inTransaction.add(place));
    }
  }
}
