/** A zone of the laboratory. Its records can be cached for only a second, so that a test sees its changes. */
export interface LabZone {
  name: string;
  /** Who has it: names of servers of the laboratory. The zone above names them all. */
  servers: readonly LabServerName[];
  /** As in a zone file, relative to the zone. */
  records: readonly string[];
  /** What the second server has instead. */
  differently?: readonly string[];
  /** Servers that the parent zone and the zone itself list besides the real ones, and that do not have the zone. */
  absent?: readonly LabServerName[];
  /** With DNSSEC, by a key that the resolver trusts; `expired`: once upon a time. */
  signed?: 'valid' | 'expired';
}

/** `mute` answers no query. */
export type LabServerName = 'ns1' | 'ns2' | 'power' | 'mute';

/** RFC 1035 section 5. */
export function zoneFile({ name, servers, absent = [], records }: Omit<LabZone, 'differently'>, serial: number): string {
  const origin = name === '.' ? '.' : `${name}.`;
  return [
    '$TTL 1',
    `$ORIGIN ${origin}`,
    `@ SOA ns1.test. hostmaster.test. ${serial} 3600 600 86400 1`,
    ...[...servers, ...absent].map((server) => `@ NS ${server}.test.`),
    ...records,
    '',
  ].join('\n');
}

/** The NS records of zones in the zone above them. */
export function delegations(zones: readonly LabZone[]): string[] {
  return zones.flatMap(({ name, servers, absent = [] }) => [...servers, ...absent].map((server) => `${name}. NS ${server}.test.`));
}
