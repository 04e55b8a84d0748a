import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { getServers } from 'node:dns';
import { SETTINGS } from '../settings/settings.module.js';
import { diagnose, type DnsDiagnosis } from './dns-diagnosis.js';
import type { Endpoint } from './dns-transport.js';
import { QueryBudget, type Directory } from './query-budget.js';
import { findPrivateZone } from './private-zone.js';
import { readSnapshot } from './read-snapshot.js';
import { getChallengeValue } from './dns-challenge.js';

const DNS_PORT = 53;
/** The diagnosis of a name whose records do not matter. */
const UNCHECKED: DnsDiagnosis = {
  passed: true,
  conclusive: true,
  findings: { diagnoses: [], proved: false, pointsHere: null, zone: null, targetAddresses: [] },
};

/** Checks a name with the configured resolvers and target. */
@Injectable()
export class NameCheckService {
  constructor(@Inject(SETTINGS) private readonly settings: ManagementSettings) {}

  /** Reads and diagnoses a name. A name in a private zone passes unread. The check ends within some seconds, whatever the DNS answers. */
  async examine(name: string, token: string): Promise<DnsDiagnosis> {
    const { DNS_TARGET: targets = [], DNS_CAA_ISSUERS: caaIssuers = [], PRIVATE_ZONES: privateZones } = this.settings;
    if (findPrivateZone(name, privateZones) !== null) return UNCHECKED;
    const subject = { name, proof: getChallengeValue(token), targets, caaIssuers };
    return diagnose(subject, await readSnapshot(new QueryBudget(directoryOf(this.settings)), subject));
  }
}

/** The resolvers of DNS_RESOLVERS, otherwise those of this machine. */
export function directoryOf(settings: ManagementSettings): Directory {
  const { DNS_RESOLVERS: resolvers = getServers(), DNS_AUTHORITATIVE_PORT: authoritativePort } = settings;
  return { resolvers: resolvers.map(endpointOf), authoritativePort };
}

/** @param text an address or a host name, with or without a port; IPv6 with a port in brackets */
export function endpointOf(text: string): Endpoint {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  return { address: bracketed ?? plain ?? text, port: port === undefined ? DNS_PORT : Number(port) };
}
