import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { droppedLogLines } from './logger.js';
import { readVersion } from './version.js';

const STATUS_CLASSES = ['other', '1xx', '2xx', '3xx', '4xx', '5xx'];
/** Seconds: from an immediate delivery to one after days of retries. */
const DELIVERY_AGE_BUCKETS = [1, 2, 5, 10, 30, 60, 300, 3_600, 21_600, 86_400, 259_200];
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The time between two measurements of the event-loop lag, which the lag includes. With 100 ms an idle process takes 0.08% of a core more. */
const LAG_INTERVAL_MS = 500;

let nodeMetrics: Registry | undefined;

/**
 * Event-loop lag, memory, garbage collection and CPU, observed once for any number of servers in a process, because these observers cannot
 * be stopped.
 */
function collectNodeMetrics(): Registry {
  if (!nodeMetrics) {
    nodeMetrics = new Registry();
    collectDefaultMetrics({ register: nodeMetrics, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  }
  return nodeMetrics;
}

export interface CountedRequest {
  method: string;
  route: string;
  status: number;
  /** The domain of the request, once it is known. */
  domain: string | undefined;
}

/**
 * The metrics of a process for Prometheus. Labels have fixed sets of values: no client or address is one of them, and a domain only if a
 * setting names it.
 */
export class Metrics {
  readonly registry = Registry.merge([collectNodeMetrics()]);

  readonly requests = new Counter({
    name: 'latchkey_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.registry],
  });

  readonly latency = new Histogram({
    name: 'latchkey_http_request_duration_seconds',
    help: 'Time from the first line of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status_class'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });

  readonly tokens = new Counter({
    name: 'latchkey_tokens_issued_total',
    help: 'Access tokens issued, by grant type.',
    labelNames: ['grant_type'] as const,
    registers: [this.registry],
  });

  readonly signIns = new Counter({
    name: 'latchkey_sign_ins_total',
    help: 'Sign-ins by the method that the user completed first, and their outcome.',
    labelNames: ['method', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly messages = new Counter({
    name: 'latchkey_message_attempts_total',
    help: 'Attempts to send a mail or a text message, by outcome.',
    labelNames: ['channel', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly domains = new Gauge({
    name: 'latchkey_domains',
    help: 'Domains, by kind and status.',
    labelNames: ['kind', 'status'] as const,
    registers: [this.registry],
  });

  readonly jobs = new Counter({
    name: 'latchkey_job_attempts_total',
    help: 'Attempts at jobs, by queue and outcome.',
    labelNames: ['queue', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly failedJobs = new Gauge({
    name: 'latchkey_jobs_failed',
    help: 'Jobs that have failed as often as their queue tries or for good, by queue.',
    labelNames: ['queue'] as const,
    registers: [this.registry],
  });

  readonly oldestDueJob = new Gauge({
    name: 'latchkey_oldest_due_job_seconds',
    help: 'For how long the job has been due that has waited longest without an attempt, by queue; 0 if none is due.',
    labelNames: ['queue'] as const,
    registers: [this.registry],
  });

  readonly taskFailures = new Counter({
    name: 'latchkey_task_failures_total',
    help: 'Runs of sweepers and other periodic tasks that failed, by task.',
    labelNames: ['task'] as const,
    registers: [this.registry],
  });

  readonly logoutNotices = new Counter({
    name: 'latchkey_logout_notices_total',
    help: 'Attempts to tell a client that a session has ended, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly domainRequests = new Counter({
    name: 'latchkey_domain_http_requests_total',
    help: 'Requests answered for a domain that METRICS_DOMAINS names.',
    labelNames: ['domain', 'status_class'] as const,
    registers: [this.registry],
  });

  readonly domainTokens = new Counter({
    name: 'latchkey_domain_tokens_issued_total',
    help: 'Access tokens issued by a domain that METRICS_DOMAINS names, by grant type.',
    labelNames: ['domain', 'grant_type'] as const,
    registers: [this.registry],
  });

  readonly domainSignIns = new Counter({
    name: 'latchkey_domain_sign_ins_total',
    help: 'Sign-ins to a domain that METRICS_DOMAINS names, by method and outcome.',
    labelNames: ['domain', 'method', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly webhookAttempts = new Counter({
    name: 'latchkey_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly webhookDeliveryAge = new Histogram({
    name: 'latchkey_webhook_delivery_age_seconds',
    help: 'Time from an event to its delivery to a webhook.',
    labelNames: [] as const,
    buckets: DELIVERY_AGE_BUCKETS,
    registers: [this.registry],
  });

  readonly webhookOutboxLag = new Gauge({
    name: 'latchkey_webhook_outbox_lag_seconds',
    help: 'Age of the oldest event that is not yet assigned to the webhooks that wait for it; 0 without one.',
    labelNames: [] as const,
    registers: [this.registry],
  });

  readonly webhookOutboxSetAside = new Gauge({
    name: 'latchkey_webhook_outbox_set_aside',
    help: 'Events that could not be assigned to webhooks and streams, and wait for an operator.',
    labelNames: [] as const,
    registers: [this.registry],
  });

  readonly signalPushes = new Counter({
    name: 'latchkey_ssf_pushes_total',
    help: 'Attempts to push a security event to a receiver, by outcome.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly unchainedEntries = new Gauge({
    name: 'latchkey_log_unchained_entries',
    help: 'Log entries that have no place in the chain of their domain yet, 100,000 at most.',
    labelNames: [] as const,
    registers: [this.registry],
  });

  readonly chainLag = new Gauge({
    name: 'latchkey_log_chain_lag_seconds',
    help: 'Age of the oldest of these entries; 0 without one.',
    labelNames: [] as const,
    registers: [this.registry],
  });

  readonly checkpointLag = new Gauge({
    name: 'latchkey_log_checkpoint_lag_seconds',
    help: 'For how long the checkpoint of a log has been due that has waited longest; 0 if none is due.',
    labelNames: [] as const,
    registers: [this.registry],
  });

  readonly invalidLogHeads = new Gauge({
    name: 'latchkey_log_invalid_heads',
    help: 'Logs whose end was changed in the database, not by the service. They are not continued.',
    labelNames: [] as const,
    registers: [this.registry],
  });

  private readonly domainsWithMetrics: ReadonlySet<string>;
  private readonly measurements: (() => Promise<void>)[] = [];

  /** @param domainsWithMetrics the domains with separate metrics */
  constructor(domainsWithMetrics: readonly string[] = []) {
    this.domainsWithMetrics = new Set(domainsWithMetrics);
    new Gauge({
      name: 'latchkey_build_info',
      help: '1, with the version of the release and of Node.js.',
      labelNames: ['version', 'node_version'] as const,
      registers: [this.registry],
    }).set({ version: readVersion(), node_version: process.versions.node }, 1);
    new Counter({
      name: 'latchkey_log_lines_dropped_total',
      help: 'Log lines dropped because the output was not read.',
      labelNames: [] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(droppedLogLines());
      },
    });
    new Gauge({
      name: 'latchkey_array_buffer_bytes',
      help: 'Memory of buffers, which lies beside the heap.',
      labelNames: [] as const,
      registers: [this.registry],
      collect() {
        this.set(process.memoryUsage().arrayBuffers);
      },
    });
  }

  /** @param seconds from the first line of the request to the last byte of its response */
  countRequest({ method, route, status, domain }: CountedRequest, seconds: number): void {
    const statusClass = STATUS_CLASSES[Math.floor(status / 100)] ?? 'other';
    this.requests.inc({ method, route, status });
    this.latency.observe({ method, route, status_class: statusClass }, seconds);
    if (this.hasMetrics(domain)) this.domainRequests.inc({ domain, status_class: statusClass });
  }

  countToken(domain: string, grantType: string): void {
    this.tokens.inc({ grant_type: grantType });
    if (this.hasMetrics(domain)) this.domainTokens.inc({ domain, grant_type: grantType });
  }

  /** @param method that the user completed first */
  countSignIn(domain: string, method: string, outcome: 'succeeded' | 'failed'): void {
    this.signIns.inc({ method, outcome });
    if (this.hasMetrics(domain)) this.domainSignIns.inc({ domain, method, outcome });
  }

  private hasMetrics(domain: string | undefined): domain is string {
    return domain !== undefined && this.domainsWithMetrics.has(domain);
  }

  /** Every reading of the metrics first waits for this measurement. @param measure never fails */
  beforeReading(measure: () => Promise<void>): void {
    this.measurements.push(measure);
  }

  /** All metrics, in the text format of Prometheus. */
  async read(): Promise<string> {
    await Promise.all(this.measurements.map((measure) => measure()));
    return this.registry.metrics();
  }

  /** Exposes the use of the database's connection pool, read when metrics are scraped. */
  observePool(use: () => { total: number; idle: number; waiting: number }): void {
    new Gauge({
      name: 'latchkey_database_connections',
      help: 'Connections to the database, and requests that wait for one.',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        const { total, idle, waiting } = use();
        this.set({ state: 'busy' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }

  /** Exposes whether the circuit breaker is open, read when metrics are scraped. */
  observeCircuit(isOpen: () => boolean): void {
    new Gauge({
      name: 'latchkey_database_circuit_open',
      help: '1 while the database stands still and requests are refused without asking it, else 0.',
      labelNames: [],
      registers: [this.registry],
      collect() {
        this.set(isOpen() ? 1 : 0);
      },
    });
  }
}
