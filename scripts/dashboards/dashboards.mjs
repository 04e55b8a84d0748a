import { buildDashboard } from './dashboard.mjs';

/** @import { Graph, Row } from './dashboard.mjs' */

const JOB = 'job=~"$job"';

/**
 * Events per second.
 *
 * @param {string} metric a counter
 * @param {string} by labels to keep
 * @param {string} [labels] that select series
 */
const rate = (metric, by, labels = '') => `sum by (${by}) (rate(${metric}{${[JOB, labels].filter(Boolean).join(', ')}}[$__rate_interval]))`;

/**
 * @param {number} quantile
 * @param {string} by labels to keep
 * @param {string} [labels] that select series
 */
const latency = (quantile, by, labels = '') =>
  `histogram_quantile(${quantile}, ${rate('latchkey_http_request_duration_seconds_bucket', ['le', by].filter(Boolean).join(', '), labels)})`;

/**
 * @param {string} title
 * @param {string} unit
 * @param {...[expr: string, legend: string]} queries
 * @returns {Graph}
 */
const graph = (title, unit, ...queries) => ({ title, unit, queries: queries.map(([expr, legend]) => ({ expr, legend })) });

/** @type {(...args: Parameters<typeof graph>) => Graph} */
const figure = (...args) => ({ ...graph(...args), type: 'stat' });

const TOKEN = 'route="/connect/token"';

/** @type {Row[]} */
const OPERATOR_ROWS = [
  {
    title: 'Saturation',
    graphs: [
      graph('CPU, cores', 'short', [rate('process_cpu_seconds_total', 'job, instance'), '{{job}} {{instance}}']),
      graph('Event-loop lag, p99', 's', [`nodejs_eventloop_lag_p99_seconds{${JOB}} - 0.5`, '{{job}} {{instance}}']),
      graph('Resident memory', 'bytes', [`process_resident_memory_bytes{${JOB}}`, '{{job}} {{instance}}']),
      graph('Database connections', 'short', [`sum by (job, state) (latchkey_database_connections{${JOB}})`, '{{job}} {{state}}']),
      graph('Database does not answer', 'short', [`latchkey_database_circuit_open{${JOB}}`, '{{job}} {{instance}}']),
      graph('Heap in use', 'bytes', [`nodejs_heap_size_used_bytes{${JOB}}`, '{{job}} {{instance}}']),
    ],
  },
  {
    title: 'Latency',
    graphs: [
      graph('Requests', 'reqps', [rate('latchkey_http_requests_total', 'job'), '{{job}}']),
      graph('Tokens: p50, p99', 's', [latency(0.5, '', TOKEN), 'p50'], [latency(0.99, '', TOKEN), 'p99']),
      graph('The ten slowest routes, p99', 's', [`topk(10, ${latency(0.99, 'route')})`, '{{route}}']),
    ],
  },
  {
    title: 'Errors',
    graphs: [
      graph('Answers with 5xx', 'reqps', [
        rate('latchkey_http_requests_total', 'job, route, status', 'status=~"5.."'),
        '{{status}} {{route}}',
      ]),
      graph('Requests refused as too many (429)', 'reqps', [
        rate('latchkey_http_requests_total', 'job, route', 'status="429"'),
        '{{job}} {{route}}',
      ]),
      graph('Log lines dropped', 'short', [rate('latchkey_log_lines_dropped_total', 'job, instance'), '{{job}} {{instance}}']),
    ],
  },
  {
    title: 'Jobs',
    graphs: [
      graph('Attempts', 'short', [rate('latchkey_job_attempts_total', 'queue, outcome'), '{{queue}} {{outcome}}']),
      graph('Failed jobs', 'short', [`max by (queue) (latchkey_jobs_failed{${JOB}})`, '{{queue}}']),
      graph('Oldest due job', 's', [`max by (queue) (latchkey_oldest_due_job_seconds{${JOB}})`, '{{queue}}']),
      graph('Failed runs of periodic tasks', 'short', [rate('latchkey_task_failures_total', 'task'), '{{task}}']),
    ],
  },
  {
    title: 'Deliveries',
    graphs: [
      graph('Mails and text messages', 'short', [rate('latchkey_message_attempts_total', 'channel, outcome'), '{{channel}} {{outcome}}']),
      graph('Logout notices', 'short', [rate('latchkey_logout_notices_total', 'outcome'), '{{outcome}}']),
      graph('DNS records of sandbox domains', 'short', [
        rate('latchkey_job_attempts_total', 'outcome', 'queue="domain-provision"'),
        '{{outcome}}',
      ]),
    ],
  },
  {
    title: 'Events',
    graphs: [
      graph('Attempts at webhooks', 'short', [rate('latchkey_webhook_attempts_total', 'outcome'), '{{outcome}}']),
      graph(
        'From an event to its delivery: p50, p99',
        's',
        ...[0.5, 0.99].map(
          (quantile) =>
            /** @type {[string, string]} */ ([
              `histogram_quantile(${quantile}, ${rate('latchkey_webhook_delivery_age_seconds_bucket', 'le')})`,
              `p${quantile * 100}`,
            ]),
        ),
      ),
      graph(
        'Behind',
        's',
        [`max(latchkey_log_chain_lag_seconds{${JOB}})`, 'chain'],
        [`max(latchkey_log_checkpoint_lag_seconds{${JOB}})`, 'checkpoint'],
        [`max(latchkey_webhook_outbox_lag_seconds{${JOB}})`, 'outbox'],
      ),
      graph('Logs whose end was changed', 'short', [`max(latchkey_log_invalid_heads{${JOB}})`, 'logs']),
      graph('Entries without a place in the chain', 'short', [`max(latchkey_log_unchained_entries{${JOB}})`, 'entries']),
    ],
  },
];

/** @type {Row[]} */
const PRODUCT_ROWS = [
  {
    title: 'Tokens',
    graphs: [
      figure('Tokens in the chosen time', 'short', [`sum(increase(latchkey_tokens_issued_total{${JOB}}[$__range]))`, 'tokens']),
      graph('Tokens by grant type', 'reqps', [rate('latchkey_tokens_issued_total', 'grant_type'), '{{grant_type}}']),
      graph('Token requests by status', 'reqps', [rate('latchkey_http_requests_total', 'status', TOKEN), '{{status}}']),
    ],
  },
  {
    title: 'Sign-ins',
    graphs: [
      figure('Sign-ins in the chosen time', 'short', [
        `sum(increase(latchkey_sign_ins_total{${JOB}, outcome="succeeded"}[$__range]))`,
        'sign-ins',
      ]),
      graph('Sign-ins by method', 'short', [rate('latchkey_sign_ins_total', 'method', 'outcome="succeeded"'), '{{method}}']),
      graph('Failed sign-ins by method', 'short', [rate('latchkey_sign_ins_total', 'method', 'outcome="failed"'), '{{method}}']),
    ],
  },
  {
    title: 'Domains',
    graphs: [
      figure('Domains that are served', 'short', [
        `sum(max by (kind, status) (latchkey_domains{${JOB}, status=~"active|degraded"}))`,
        'domains',
      ]),
      graph('Domains by status', 'short', [`max by (kind, status) (latchkey_domains{${JOB}})`, '{{kind}} {{status}}']),
      graph('Registrations', 'reqps', [rate('latchkey_http_requests_total', 'status', 'method="POST", route="/v1/domain"'), '{{status}}']),
    ],
  },
];

/** The dashboards by their file names. */
export const DASHBOARDS = {
  'operator.json': buildDashboard({ uid: 'latchkey-operator', title: 'Latchkey: operator', rows: OPERATOR_ROWS }),
  'product.json': buildDashboard({ uid: 'latchkey-product', title: 'Latchkey: product', rows: PRODUCT_ROWS }),
};
