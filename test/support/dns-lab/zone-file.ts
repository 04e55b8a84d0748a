/** A zone of the laboratory. Everything in it may be kept for a second only, so that a test sees what it has just changed. */
export interface LabZone {
  name: string;
  /** Who has it: names of servers of the laboratory. The zone above names them all. */
  servers: readonly LabServerName[];
  /** As in a zone file, relative to the zone. */
  records: readonly string[];
  /** What the second server has instead. */
  differently?: readonly string[];
  /** Servers that the zone above and the zone itself name beside those, though they do not have it. */
  absent?: readonly LabServerName[];
  /** With DNSSEC, by a key that the resolver trusts; `expired`: once upon a time. */
  signed?: 'valid' | 'expired';
}

/** `mute` answers nothing that it is asked. */
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
