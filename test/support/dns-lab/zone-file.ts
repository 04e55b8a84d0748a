/** A zone of the lab. Its records can be cached for only a second, so that a test sees changes. */
export interface LabZone {
  name: string;
  /** The names of the lab servers that have the zone. The parent zone lists them all. */
  servers: readonly LabServerName[];
  /** As in a zone file, relative to the zone. */
  records: readonly string[];
  /** The records on the second server, if they differ. */
  differently?: readonly string[];
  /** Servers that the parent zone and the zone itself list besides the real ones, although they do not have the zone. */
  absent?: readonly LabServerName[];
  /** DNSSEC with a key that the resolver trusts; `expired` if the signatures have expired. */
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

/** The NS records of zones, for the zone above them. */
export function delegations(zones: readonly LabZone[]): string[] {
  return zones.flatMap(({ name, servers, absent = [] }) => [...servers, ...absent].map((server) => `${name}. NS ${server}.test.`));
}
