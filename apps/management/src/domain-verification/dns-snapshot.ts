import type { DnsTarget } from '@latchkey/config';

/** The expected records. */
export interface Subject {
  name: string;
  /** The value of the challenge record. */
  proof: string;
  /** The target of the name; empty if unknown. */
  targets: readonly DnsTarget[];
  /** The CAA identifiers of the certificate authorities for custom domains; empty if unknown. */
  caaIssuers: readonly string[];
}

/** The end of a chain of aliases. */
export interface AliasEnd {
  /** All aliases in the chain, including the last one. */
  names: string[];
  addresses: string[];
  /** Whether the chain is circular or too long. */
  endless: boolean;
}

/** The answers of one server of the zone. */
export interface ServerView {
  server: string;
  /** TXT records at the challenge's name. */
  proofs: string[];
  /** Whether any record exists at the name or below it. */
  exists: boolean;
  /** The target of the alias. */
  alias: string | null;
  /** A and AAAA records of the name itself. */
  addresses: string[];
  /** TXT records of the name itself. */
  texts: string[];
  /** The types of the records at the name, except its alias. */
  types: string[];
}

/** Why CAA records prevent the required certificate. */
export interface CaaObstacle {
  /** The unknown tags of critical properties; empty if the issuer is not allowed. */
  unknownTags: string[];
}

/** Everything that was read about a name. The diagnosis depends only on this. */
export interface DnsSnapshot {
  zone: string;
  /** Whether the zone is a public suffix, so that the registered domain is missing. */
  zoneIsPublic: boolean;
  views: ServerView[];
  /** Servers that the zone lists but that do not answer for it. */
  lame: string[];
  /** Whether resolvers can resolve names in the zone. */
  resolvable: boolean;
  /** Whether resolvers reject the zone because of its signatures. */
  bogus: boolean;
  /** The targets of the aliases in the views, by alias. */
  aliases: Readonly<Record<string, AliasEnd>>;
  /** The addresses of the expected target. */
  targetAddresses: string[];
  /** Whether records exist at names to which the zone's name was added twice. */
  doubled: { proof: boolean; alias: boolean };
  /** Why CAA records forbid a certificate; null if they allow it. */
  caaObstacle: CaaObstacle | null;
}
