/**
 * Creates an Ingress for each custom domain that serves, and deletes the Ingress of each that no longer does. cert-manager obtains a certificate for
 * every Ingress. custom-domains.yaml runs this file in the management image. Settings:
 *
 * - INGRESS: the Ingress of the sandbox domains, whose class, annotations and routes those of custom domains get
 * - CLUSTER_ISSUER: the ClusterIssuer of cert-manager
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const CLI = 'dist/apps/management/src/cli/main.js';
const MANAGER = 'latchkey-custom-domains';
const MANAGED_BY = 'app.kubernetes.io/managed-by';
/** Statuses in which a domain serves. */
const SERVING = new Set(['active', 'degraded']);
/** Annotations that belong to one Ingress alone. */
const OWN_ANNOTATION = /^(cert-manager\.io|meta\.helm\.sh|kubectl\.kubernetes\.io)\//;
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

const {
  INGRESS,
  CLUSTER_ISSUER,
  KUBERNETES_SERVICE_HOST,
  KUBERNETES_SERVICE_PORT_HTTPS,
  SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount',
} = process.env;

const token = readFileSync(`${SERVICE_ACCOUNT}/token`, 'utf8');
const namespace = readFileSync(`${SERVICE_ACCOUNT}/namespace`, 'utf8');
const host = KUBERNETES_SERVICE_HOST?.includes(':') ? `[${KUBERNETES_SERVICE_HOST}]` : KUBERNETES_SERVICE_HOST;
const ingresses = `https://${host}:${KUBERNETES_SERVICE_PORT_HTTPS}/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`;

/**
 * Sends a request to the Kubernetes API.
 *
 * @param {string} path below the Ingresses of the namespace
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function send(path, options = {}) {
  const method = options.method ?? 'GET';
  const response = await fetch(`${ingresses}${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/apply-patch+yaml' },
  });
  if (!response.ok) throw new Error(`${method} ${ingresses}${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** @returns {string[]} the custom domains of all subscriptions that serve. It throws if the database does not answer */
function listDomains() {
  const output = execFileSync(process.execPath, [CLI, 'domain', 'list', '--json'], { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  /** @type {{ domain: string, kind: string, status: string }[]} */
  const domains = JSON.parse(output);
  return domains.filter(({ kind, status }) => kind === 'custom' && SERVING.has(status)).map(({ domain }) => domain);
}

/**
 * @param {string} domain
 * @param {any} model the Ingress of the sandbox domains
 */
function ingressOf(domain, { metadata, spec }) {
  const shared = Object.entries(metadata.annotations ?? {}).filter(([name]) => !OWN_ANNOTATION.test(name));
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name: domain,
      labels: { [MANAGED_BY]: MANAGER },
      annotations: { ...Object.fromEntries(shared), 'cert-manager.io/cluster-issuer': CLUSTER_ISSUER },
    },
    spec: {
      ...(spec.ingressClassName && { ingressClassName: spec.ingressClassName }),
      tls: [{ hosts: [domain], secretName: domain }],
      rules: [{ host: domain, http: spec.rules[0].http }],
    },
  };
}

const domains = listDomains();
const model = await send(`/${INGRESS}`);
const { items } = await send(`?labelSelector=${encodeURIComponent(`${MANAGED_BY}=${MANAGER}`)}`);
/** @type {string[]} */
const existing = items.map(({ metadata }) => metadata.name);

for (const domain of domains) {
  await send(`/${domain}?fieldManager=${MANAGER}&force=true`, { method: 'PATCH', body: JSON.stringify(ingressOf(domain, model)) });
}
const removed = existing.filter((name) => !domains.includes(name));
for (const name of removed) await send(`/${name}`, { method: 'DELETE' });
console.log(JSON.stringify({ msg: 'ingresses applied', domains: domains.length, removed }));
