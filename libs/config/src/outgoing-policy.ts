import type { OutgoingAllow } from './outgoing-variables.js';

/** The permitted targets of requests on behalf of domains, and the route to them. */
export interface OutgoingPolicy {
  /** Whether only https is permitted; otherwise also http to this machine and to permitted private hosts. */
  production: boolean;
  /** The private targets that the operator of the service permits; undefined if none. */
  allow?: OutgoingAllow | undefined;
  /** The ports of the services, their database and their Redis. They are not permitted at any private address. */
  ownPorts?: readonly number[];
  /** The URL of an http proxy for all requests. */
  proxy?: string | undefined;
}

interface OutgoingSettings {
  production: boolean;
  OUTGOING_ALLOW?: OutgoingAllow | undefined;
  OUTGOING_PROXY?: string | undefined;
  MANAGEMENT_PORT: number;
  AUTH_PORT: number;
  METRICS_PORT?: number | undefined;
  DEMO_PORT: number;
  DATABASE_URL: string;
  REDIS_URL?: string | undefined;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'postgres:': 5432, 'postgresql:': 5432, 'redis:': 6379, 'rediss:': 6379 };

export function outgoingPolicyOf(settings: OutgoingSettings): OutgoingPolicy {
  const { production, OUTGOING_ALLOW: allow, OUTGOING_PROXY: proxy } = settings;
  const { MANAGEMENT_PORT, AUTH_PORT, METRICS_PORT, DEMO_PORT, DATABASE_URL, REDIS_URL } = settings;
  const ports = [MANAGEMENT_PORT, AUTH_PORT, METRICS_PORT, DEMO_PORT, portOf(DATABASE_URL), portOf(REDIS_URL)];
  return { production, allow, proxy, ownPorts: ports.filter((port) => port !== undefined) };
}

function portOf(text: string | undefined): number | undefined {
  const url = text === undefined ? null : URL.parse(text);
  // node-postgres prefers the parameter to the authority.
  return url ? Number(url.searchParams.get('port') ?? (url.port || DEFAULT_PORTS[url.protocol])) : undefined;
}
