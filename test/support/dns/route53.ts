import { randomUUID } from 'node:crypto';
import { MisbehavingServer, type KeptRecord, type ProviderAnswer, type ProviderRequest } from './misbehaving-server.js';
import type { ZoneUnderTest } from './zone-under-test.js';

const ACCESS_KEY = { id: 'AKIDEXAMPLE', secret: 'a-secret-of-the-test' };
const ZONE_ID = 'Z0TEST0ZONE0ID';
const NAMESPACE = 'https://route53.amazonaws.com/doc/2013-04-01/';
/** The number of record sets per page, so few that lists have several pages. */
const PAGE = 2;

interface RecordSet {
  name: string;
  type: string;
  ttl: number;
  values: string[];
}

/** A server that implements the parts of Amazon Route 53's API (2013-04-01) that the product uses. */
export class Route53Server extends MisbehavingServer implements ZoneUnderTest {
  static async start(zone = 'sandbox.example.test'): Promise<Route53Server> {
    const server = new Route53Server(zone);
    await server.listen();
    return server;
  }

  get settings(): Readonly<Record<string, string>> {
    return {
      SANDBOX_ZONE: this.zone,
      DNS_PROVIDER: 'route53',
      DNS_TARGET: 'edge.example.net',
      DNS_ROUTE53_ACCESS_KEY_ID: ACCESS_KEY.id,
      DNS_ROUTE53_SECRET_ACCESS_KEY: ACCESS_KEY.secret,
      DNS_ROUTE53_URL: this.url,
    };
  }

  add(name: string, type: string, value: string): Promise<void> {
    this.records = [...this.records, { id: randomUUID(), name, type, value, ttl: 300 }];
    return Promise.resolve();
  }

  protected override failure(kind: 'error' | 'throttle'): ProviderAnswer {
    return kind === 'throttle' ? errorOf(400, 'Throttling') : errorOf(503, 'ServiceUnavailable');
  }

  protected override answer({ method, url, headers, body }: ProviderRequest): ProviderAnswer {
    if (!headers.authorization?.includes(`Credential=${ACCESS_KEY.id}/`)) return errorOf(403, 'InvalidClientTokenId');
    const route = `${method} ${url.pathname.replace('/2013-04-01', '').replace(/\/$/, '')}`;
    if (route === 'GET /hostedzonesbyname') return this.zones(url);
    if (route === `GET /hostedzone/${ZONE_ID}/rrset`) return this.list(url);
    if (route === `POST /hostedzone/${ZONE_ID}/rrset`) return this.change(body);
    return errorOf(404, 'NoSuchHostedZone');
  }

  /** The list starts at the requested name, or the next one. */
  private zones(url: URL): ProviderAnswer {
    const name = (url.searchParams.get('dnsname') ?? '').replace(/\.$/, '');
    const zone = `<HostedZone><Id>/hostedzone/${ZONE_ID}</Id><Name>${this.zone}.</Name><CallerReference>1</CallerReference><Config><PrivateZone>false</PrivateZone></Config></HostedZone>`;
    const found = sortable(this.zone) >= sortable(name) ? zone : '';
    return xml(
      'ListHostedZonesByNameResponse',
      `<HostedZones>${found}</HostedZones><IsTruncated>false</IsTruncated><MaxItems>100</MaxItems>`,
    );
  }

  private list(url: URL): ProviderAnswer {
    const from = keyOf(url.searchParams.get('name') ?? '', url.searchParams.get('type') ?? '');
    const sets = setsOf(this.readRecords()).filter((set) => keyOf(set.name, set.type) >= from);
    const [page, next] = [sets.slice(0, PAGE), sets[PAGE]];
    const goesOn = next ? `<NextRecordName>${next.name}.</NextRecordName><NextRecordType>${next.type}</NextRecordType>` : '';
    return xml(
      'ListResourceRecordSetsResponse',
      `<ResourceRecordSets>${page.map(setXml).join('')}</ResourceRecordSets><IsTruncated>${next !== undefined}</IsTruncated>${goesOn}<MaxItems>${PAGE}</MaxItems>`,
    );
  }

  /** Applies all changes or none, one after another. */
  private change(body: string): ProviderAnswer {
    let sets = setsOf(this.records);
    for (const [, action, text = ''] of body.matchAll(/<Change><Action>(\w+)<\/Action>(.*?)<\/Change>/gs)) {
      const set = parseSet(text);
      const existing = sets.find((each) => each.name === set.name && each.type === set.type);
      if (action === 'DELETE') {
        if (!existing) return invalidBatch(`Tried to delete resource record set [name='${set.name}.'] but it was not found`);
        if (!isSame(existing, set))
          return invalidBatch('Tried to delete resource record set but the values provided do not match the current values');
        sets = sets.filter((each) => each !== existing);
      } else if (action === 'CREATE') {
        if (existing) return invalidBatch(`Tried to create resource record set [name='${set.name}.'] but it already exists`);
        const beside = sets.filter(({ name }) => name === set.name);
        if (beside.some(({ type }) => type === 'CNAME') || (set.type === 'CNAME' && beside.length > 0))
          return invalidBatch('it conflicts with other records');
        sets = [...sets, set];
      } else return errorOf(400, 'InvalidInput');
    }
    this.records = sets.flatMap(({ values, ...set }) => values.map((value) => ({ ...set, id: '', value: plainValue(set.type, value) })));
    const info = `<ChangeInfo><Id>/change/C1</Id><Status>PENDING</Status><SubmittedAt>2026-01-01T00:00:00Z</SubmittedAt></ChangeInfo>`;
    return xml('ChangeResourceRecordSetsResponse', info);
  }
}

function setsOf(records: readonly KeptRecord[]): RecordSet[] {
  const sets = new Map<string, RecordSet>();
  for (const { name, type, ttl, value } of records) {
    const set = sets.get(keyOf(name, type)) ?? { name, type, ttl, values: [] };
    sets.set(keyOf(name, type), { ...set, values: [...set.values, wireValue(type, value)] });
  }
  return [...sets].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, set]) => set);
}

/** Orders names by their labels from the right. */
function sortable(name: string): string {
  return name.replace(/\.$/, '').split('.').toReversed().join('\0');
}

function keyOf(name: string, type: string): string {
  return `${sortable(name)}\u0001${type}`;
}

function isSame(one: RecordSet, other: RecordSet): boolean {
  return one.ttl === other.ttl && one.values.toSorted().join('\n') === other.values.toSorted().join('\n');
}

function wireValue(type: string, value: string): string {
  return { TXT: JSON.stringify(value), CNAME: `${value}.`, MX: `${value}.` }[type] ?? value;
}

function plainValue(type: string, value: string): string {
  return type === 'TXT' ? (JSON.parse(value) as string) : value.replace(/\.$/, '');
}

function setXml({ name, type, ttl, values }: RecordSet): string {
  const records = values.map((value) => `<ResourceRecord><Value>${escape(value)}</Value></ResourceRecord>`).join('');
  return `<ResourceRecordSet><Name>${name}.</Name><Type>${type}</Type><TTL>${ttl}</TTL><ResourceRecords>${records}</ResourceRecords></ResourceRecordSet>`;
}

function parseSet(text: string): RecordSet {
  const valueOf = (tag: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? '';
  const values = [...text.matchAll(/<Value>([^<]*)<\/Value>/g)].map(([, value = '']) => unescape(value));
  return { name: valueOf('Name').replace(/\.$/, ''), type: valueOf('Type'), ttl: Number(valueOf('TTL')), values };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function unescape(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

const HEADERS = { 'Content-Type': 'text/xml' };

function xml(root: string, content: string): ProviderAnswer {
  return {
    status: 200,
    headers: HEADERS,
    body: `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="${NAMESPACE}">${content}</${root}>`,
  };
}

function errorOf(status: number, code: string): ProviderAnswer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${code}</Message></Error><RequestId>1</RequestId>`;
  return { status, headers: HEADERS, body: `<?xml version="1.0"?><ErrorResponse xmlns="${NAMESPACE}">${error}</ErrorResponse>` };
}

/** This error has one of two forms; the newer one is that of all errors. */
function invalidBatch(message: string): ProviderAnswer {
  if (message.includes('already')) return errorOf(400, 'InvalidChangeBatch');
  const content = `<Messages><Message>${escape(message)}</Message></Messages><RequestId>1</RequestId>`;
  return {
    status: 400,
    headers: HEADERS,
    body: `<?xml version="1.0"?><InvalidChangeBatch xmlns="${NAMESPACE}">${content}</InvalidChangeBatch>`,
  };
}
