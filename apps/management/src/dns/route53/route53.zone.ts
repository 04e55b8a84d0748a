import {
  ChangeResourceRecordSetsCommand,
  ListHostedZonesByNameCommand,
  ListResourceRecordSetsCommand,
  Route53Client,
  Route53ServiceException,
  type ListResourceRecordSetsCommandOutput,
  type ResourceRecordSet,
} from '@aws-sdk/client-route-53';
import { ChangedMeanwhileError } from '../changed-meanwhile.error.js';
import { DnsError } from '../dns.error.js';
import { enclosingNames, normalizeName } from '../record-value.js';
import type { ReservedNames, Zone, ZoneChange, ZoneRecord } from '../zone.js';
import { changeBatch, recordsOf } from './change-batch.js';

export interface Route53Options {
  /** Without explicit credentials the SDK searches its default sources: environment, shared files, the role of the machine or pod. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The base URL of the API. */
  url?: string;
  /** Needed if the zone cannot be found by its name. */
  zoneId?: string;
  /** A name in the zone. */
  zone: string;
  /** Seconds. */
  ttl: number;
}

/** The service is global; requests are signed for this region. */
const REGION = 'us-east-1';
/** The timeout of one attempt in milliseconds. */
const TIMEOUT_MS = 2_500;
/** Temporary errors with the status of an invalid request. */
const TRANSIENT_ERRORS = new Set([
  'PriorRequestNotComplete',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'RequestTimeout',
]);

/**
 * A hosted zone of Amazon Route 53. A batch is applied as a whole or not at all. Each change creates a record set, which fails if it
 * exists, or deletes it by its complete content, which fails if it differs.
 */
export class Route53Zone implements Zone {
  readonly staleness = 500;
  private readonly client: Route53Client;
  /** For changes, which the SDK must not retry. */
  private readonly changer: Route53Client;
  private id: string | undefined;

  constructor(private readonly options: Route53Options) {
    this.id = options.zoneId;
    const common = {
      region: REGION,
      requestHandler: { connectionTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS, throwOnRequestTimeout: true },
      ...(options.credentials && { credentials: options.credentials }),
      ...(options.url !== undefined && { endpoint: options.url }),
    };
    this.client = new Route53Client({ ...common, maxAttempts: 3 });
    this.changer = new Route53Client({ ...common, maxAttempts: 1 });
  }

  readRecords(names: ReservedNames, abortSignal: AbortSignal): Promise<ZoneRecord[]> {
    return translateErrors(async () => {
      const id = await this.findId(abortSignal);
      const sets: ResourceRecordSet[] = [];
      for (const name of names) sets.push(...(await this.setsAt(name, { id, abortSignal })));
      return sets.flatMap(recordsOf);
    });
  }

  change(change: ZoneChange, abortSignal: AbortSignal): Promise<void> {
    return translateErrors(async () => {
      const Changes = changeBatch(change, this.options.ttl);
      const command = new ChangeResourceRecordSetsCommand({ HostedZoneId: await this.findId(abortSignal), ChangeBatch: { Changes } });
      await this.changer.send(command, { abortSignal });
    });
  }

  /** Pages list the sets in the order of their names. */
  private async setsAt(name: string, { id, abortSignal }: { id: string; abortSignal: AbortSignal }): Promise<ResourceRecordSet[]> {
    const found: ResourceRecordSet[] = [];
    let next: { StartRecordName?: string; StartRecordType?: ResourceRecordSet['Type']; StartRecordIdentifier?: string } | null = {
      StartRecordName: `${name}.`,
    };
    while (next) {
      const page: ListResourceRecordSetsCommandOutput = await this.client.send(
        new ListResourceRecordSetsCommand({ HostedZoneId: id, ...next }),
        { abortSignal },
      );
      const sets = page.ResourceRecordSets ?? [];
      found.push(...sets.filter((set) => normalizeName(set.Name ?? '') === name));
      const mayGoOn = page.IsTruncated === true && normalizeName(page.NextRecordName ?? '') === name;
      next = mayGoOn
        ? {
            StartRecordName: page.NextRecordName!,
            StartRecordType: page.NextRecordType,
            ...(page.NextRecordIdentifier !== undefined && { StartRecordIdentifier: page.NextRecordIdentifier }),
          }
        : null;
    }
    return found;
  }

  private async findId(abortSignal: AbortSignal): Promise<string> {
    if (this.id !== undefined) return this.id;
    for (const name of enclosingNames(this.options.zone)) {
      const { HostedZones = [] } = await this.client.send(new ListHostedZonesByNameCommand({ DNSName: `${name}.` }), { abortSignal });
      const [zone, another] = HostedZones.filter(({ Name, Config }) => normalizeName(Name ?? '') === name && Config?.PrivateZone !== true);
      if (another) throw new DnsError(`several hosted zones are named ${name}: choose one with DNS_ROUTE53_ZONE_ID`, true);
      if (zone?.Id !== undefined) return (this.id = zone.Id.replace(/^\/hostedzone\//, ''));
    }
    throw new DnsError(`the account has no public hosted zone that contains ${this.options.zone}`, true);
  }
}

async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DnsError) throw error;
    if (!(error instanceof Route53ServiceException)) {
      throw new DnsError(`Route 53 cannot be reached: ${error instanceof Error ? error.name : 'unknown error'}`, false, { cause: error });
    }
    const status = error.$metadata.httpStatusCode ?? 500;
    // If the body has its messages where the documentation says, the SDK finds no code.
    if (error.name === 'InvalidChangeBatch' || (error.name === 'Unknown' && status === 400)) throw new ChangedMeanwhileError();
    throw new DnsError(
      `Route 53 answered with ${status} (${error.name})`,
      status < 500 && status !== 429 && !TRANSIENT_ERRORS.has(error.name),
    );
  }
}
