import { Resolver } from 'node:dns/promises';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { MuteNameServer } from './mute-server.js';
import { PowerDns } from './power-dns.js';
import { Relay } from './relay.js';
import { freePort } from '../service-process.js';
import { ServerProcess } from './server-process.js';
import { signZone, type TrustAnchor } from './sign-zone.js';
import { delegations, zoneFile, type LabServerName, type LabZone } from './zone-file.js';
import { makeTestFolder } from '../test-folder.mjs';

const ADDRESSES = { ns1: '127.0.53.1', ns2: '127.0.53.2', power: '127.0.53.3', mute: '127.0.53.4', resolver: '127.0.0.1' } as const;

/**
 * A small internet: a root, the zone `test` and zones below it, each on real name servers (BIND, and PowerDNS for what BIND refuses to
 * serve), and a resolver that validates DNSSEC. They all use the same port at different addresses.
 */
export class DnsLab {
  private readonly processes: ServerProcess[] = [];
  private readonly relays: (Relay | MuteNameServer)[] = [];
  private readonly power: PowerDns;
  private named: Partial<Record<'ns1' | 'ns2' | 'resolver', ServerProcess>> = {};
  private serial = 1;
  private anchors: TrustAnchor[] = [];

  private constructor(
    private readonly directory: string,
    readonly port: number,
    private zones: LabZone[],
  ) {
    this.power = new PowerDns(join(directory, 'power'), ADDRESSES.power, port);
  }

  /** @param zones below `test`; one named `test` may contain further records of `test` itself */
  static async start(zones: readonly LabZone[]): Promise<DnsLab> {
    const directory = makeTestFolder('dns');
    const lab = new DnsLab(directory, await freePort(Object.values(ADDRESSES)), [...zones]);
    try {
      await lab.startServers();
    } catch (error) {
      await lab.stop();
      throw error;
    }
    return lab;
  }

  /** The management API settings that point to this lab. */
  get settings(): Record<string, string> {
    return { DNS_RESOLVERS: `${ADDRESSES.resolver}:${this.port}`, DNS_AUTHORITATIVE_PORT: String(this.port) };
  }

  /** The address that a server listens on. */
  address(server: keyof typeof ADDRESSES): string {
    return ADDRESSES[server];
  }

  /** Replaces the records of a BIND zone, which are in effect when this returns. */
  async change(name: string, records: readonly string[]): Promise<void> {
    this.serial += 1;
    this.zones = this.zones.map((zone) => (zone.name === name ? { ...zone, records } : zone));
    const zone = this.zones.find((each) => each.name === name)!;
    for (const server of zone.servers) {
      if (server === 'power' || server === 'mute') continue;
      writeFileSync(this.fileOf(server, zone), zoneFile(zone, this.serial));
      this.named[server]!.reload();
      await this.untilSerial(server, name);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.processes, ...this.relays, this.power].map((running) => running.stop()));
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async startServers(): Promise<void> {
    const root: LabZone = { name: '.', servers: ['ns1'], records: ['test. NS ns1.test.', ...this.glue()] };
    const below = this.zones.filter(({ name }) => name !== 'test');
    const extra = this.zones.find(({ name }) => name === 'test')?.records ?? [];
    const top: LabZone = { name: 'test', servers: ['ns1'], records: [...this.glue(), ...delegations(below), ...extra] };
    const all = [root, top, ...below];
    await this.signZones(below);
    await Promise.all([
      this.startNamed(
        'ns1',
        all.filter(({ servers }) => servers.includes('ns1')),
      ),
      this.startNamed(
        'ns2',
        all.filter(({ servers }) => servers.includes('ns2')),
      ),
      this.startResolver(),
      this.startMute(),
      this.power.start(
        all.filter(({ servers }) => servers.includes('power')).map((zone) => ({ name: zone.name, file: zoneFile(zone, 1) })),
      ),
    ]);
  }

  private glue(): string[] {
    return (['ns1', 'ns2', 'power', 'mute'] as const).map((server) => `${server}.test. A ${ADDRESSES[server]}`);
  }

  private async signZones(zones: readonly LabZone[]): Promise<void> {
    const signed = zones.filter((zone) => zone.signed);
    this.anchors = await Promise.all(
      signed.map((zone) => {
        mkdirSync(join(this.directory, 'ns1'), { recursive: true });
        writeFileSync(this.fileOf('ns1', zone), zoneFile(zone, 1));
        return signZone(this.fileOf('ns1', zone), zone.name, zone.signed === 'expired');
      }),
    );
  }

  private async startNamed(server: 'ns1' | 'ns2', zones: readonly LabZone[]): Promise<void> {
    const directory = join(this.directory, server);
    mkdirSync(directory, { recursive: true });
    for (const zone of zones) {
      const records = (server === 'ns2' && zone.differently) || zone.records;
      if (!zone.signed) writeFileSync(this.fileOf(server, zone), zoneFile({ ...zone, records }, 1));
    }
    const clauses = zones.map(
      (zone) => `zone "${zone.name}" { type primary; file "${this.fileOf(server, zone)}${zone.signed ? '.signed' : ''}"; };`,
    );
    const port = await freePort();
    await this.run(server, port, [`port ${port}; recursion no; dnssec-validation no; check-names primary ignore;`, ...clauses]);
    this.relays.push(await Relay.start(ADDRESSES[server], this.port, port));
  }

  private async startMute(): Promise<void> {
    this.relays.push(await MuteNameServer.start(ADDRESSES.mute, this.port));
  }

  private async startResolver(): Promise<void> {
    const directory = join(this.directory, 'resolver');
    mkdirSync(directory, { recursive: true });
    const hints = join(directory, 'root.hints');
    writeFileSync(hints, `. 3600 NS ns1.test.\nns1.test. 3600 A ${ADDRESSES.ns1}\n`);
    const anchors = this.anchors.map(({ zone, key }) => `"${zone}" static-key ${key};`);
    const trust = anchors.length > 0 ? [`trust-anchors { ${anchors.join(' ')} };`] : [];
    const validation = `dnssec-validation ${anchors.length > 0 ? 'yes' : 'no'};`;
    // It sends queries to the same port that it listens on.
    const options = `port ${this.port}; recursion yes; ${validation} empty-zones-enable no; servfail-ttl 0; max-ncache-ttl 1; max-cache-ttl 1;`;
    await this.run('resolver', this.port, [options, `zone "." { type hint; file "${hints}"; };`, ...trust]);
  }

  private async run(server: 'ns1' | 'ns2' | 'resolver', port: number, [options, ...clauses]: readonly string[]): Promise<void> {
    const directory = join(this.directory, server);
    const listen = `listen-on { 127.0.0.1; }; listen-on-v6 { none; };`;
    const common = `directory "${directory}"; pid-file none; session-keyfile none; notify no; allow-transfer { none; }; allow-query { any; };`;
    const file = join(directory, 'named.conf');
    writeFileSync(file, [`options { ${listen} ${common} ${options} };`, 'controls { };', ...clauses, ''].join('\n'));
    // Its messages go to standard error. One thread is enough for a zone of ten records.
    const process = new ServerProcess('named', ['-g', '-n', '1', '-c', file], directory);
    this.processes.push(process);
    this.named[server] = process;
    await process.untilUp('127.0.0.1', port);
  }

  private fileOf(server: LabServerName, { name }: LabZone): string {
    return join(this.directory, server, `${name === '.' ? 'root' : name}.zone`);
  }

  private async untilSerial(server: 'ns1' | 'ns2', zone: string): Promise<void> {
    const loaded = async (): Promise<boolean> => {
      const resolver = new Resolver({ timeout: 1_000 });
      resolver.setServers([`${ADDRESSES[server]}:${this.port}`]);
      return (await resolver.resolveSoa(zone).catch(() => undefined))?.serial === this.serial;
    };
    await eventually(loaded, { timeoutMs: 20_000, intervalMs: 5 }).catch((cause: unknown) => {
      throw new Error(`${server} has not loaded ${zone}`, { cause });
    });
  }
}
