import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { refuseInTransaction } from '@latchkey/persistence';
import { onFileEnd } from './file-end.mjs';

/** Where Node.js and undici publish what is about to leave the process, in the asynchronous context of the caller. */
const CHANNELS = {
  'undici:request:create': 'HTTP by undici or fetch',
  'http.client.request.start': 'HTTP by node:http',
  'net.client.socket': 'TCP',
  'udp.socket': 'UDP',
} as const;

type Kind = (typeof CHANNELS)[keyof typeof CHANNELS];

/** Notices the outgoing calls of services in the process of the test, whatever client makes them. */
export class OutgoingCalls {
  /** How many there were. */
  readonly counts = new Map<Kind, number>();
  /** Those while a transaction of the caller was open: where they were made. */
  readonly inTransaction: string[] = [];

  /** @param databaseUrl connections to it are no calls */
  constructor(private readonly databaseUrl: string) {}

  /** Notices calls from now on, until the test file ends. */
  watch(): this {
    for (const [channel, kind] of Object.entries(CHANNELS)) {
      const listen = (message: unknown): void => this.notice(kind, (message as { socket?: Socket }).socket);
      subscribe(channel, listen);
      onFileEnd(async () => void unsubscribe(channel, listen));
    }
    return this;
  }

  private notice(kind: Kind, socket: Socket | undefined): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    try {
      refuseInTransaction(kind);
    } catch (error) {
      const place = String((error as Error).stack);
      const at = this.inTransaction.push(place);
      // Only a socket that is connected knows its port.
      if (kind === 'TCP') socket!.once('connect', () => this.forget(at - 1, socket!.remotePort));
    }
  }

  private forget(at: number, port: number | undefined): void {
    if (port === Number(new URL(this.databaseUrl).port || 5_432)) delete this.inTransaction[at];
  }
}
