import type { DnsTarget } from '@latchkey/config';

/** The expected records. */
export interface Subject {
  name: string;
  /** The value of the proof. */
  proof: string;
  /** The target of the name; empty: unknown. */
  targets: readonly DnsTarget[];
  /** The CAA identifiers of the certificate authorities for custom domains; empty: unknown. */
  caaIssuers: readonly string[];
}

/** Where an alias leads. */
export interface AliasEnd {
  /** The aliases on the way, including the last one. */
  names: string[];
  addresses: string[];
  /** Whether the aliases form a loop, or are too many. */
  endless: boolean;
}

/** The answers of one server of the zone. */
export interface ServerView {
  server: string;
  /** TXT records at the proof's name. */
  proofs: string[];
  /** Whether there is anything at the name, or below it. */
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

/** Why CAA records prevent the needed certificate. */
export interface CaaObstacle {
  /** The unknown tags of properties that are marked critical; none: the issuer is not among those that are allowed. */
  unknownTags: string[];
}

/** Everything that was read about a name. The diagnosis depends only on this. */
export interface DnsSnapshot {
  zone: string;
  /** Whether the zone is a public suffix, so that the registered domain is missing. */
  zoneIsPublic: boolean;
  views: ServerView[];
  /** The servers that the zone lists, and that do not answer for it. */
  lame: string[];
  /** Whether resolvers can find things out in the zone. */
  resolvable: boolean;
  /** Whether resolvers refuse the zone for its signatures. */
  bogus: boolean;
  /** The targets of the aliases in the views, by alias. */
  aliases: Readonly<Record<string, AliasEnd>>;
  /** The addresses of what the name should lead to. */
  targetAddresses: string[];
  /** The records at names to which the zone's name was added twice. */
  doubled: { proof: boolean; alias: boolean };
  /** How CAA records forbid that certificates are issued; null: they allow it. */
  caaObstacle: CaaObstacle | null;
}
