import { describe, expect, it } from '@jest/globals';
import { misspeltSettings } from './misspelt-settings.js';
import { SETTING_NAMES } from './settings.js';

const meantBy = (name: string, value = 'x') => misspeltSettings({ [name]: value }, SETTING_NAMES);

describe('misspeltSettings', () => {
  it.each([
    ['SANBOX_ZONE', 'SANDBOX_ZONE'],
    ['SANDBOX_ZONES', 'SANDBOX_ZONE'],
    ['SANDBXO_ZONE', 'SANDBOX_ZONE'],
    ['MASTERKEY', 'MASTER_KEY'],
    ['MASTER-KEY', 'MASTER_KEY'],
    ['MASTER_KEYS', 'MASTER_KEY'],
    ['master_key', 'MASTER_KEY'],
    ['MASTERKEY_FILE', 'MASTER_KEY'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['AUTH_ULR', 'AUTH_URL'],
    ['AUTH_URI', 'AUTH_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['BOOTSTRAP_APIKEY', 'BOOTSTRAP_API_KEY'],
    ['LATCHKEY_SANDBOX_ZONE', 'SANDBOX_ZONE'],
    ['WORKERS', 'WORKER'],
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['DATADIR', 'DATA_DIR'],
  ])('reports %s for %s', (name, meant) => {
    expect(meantBy(name)).toEqual([{ variable: name, setting: meant }]);
  });

  it('reports a variable once with the nearest setting, sorted by name', () => {
    const environment = { SMTP_UR: 'x', DNS_RFC2136_KEY_NAMES: 'x', SMTP_URL: 'x' };

    expect(misspeltSettings(environment, SETTING_NAMES)).toEqual([
      { variable: 'DNS_RFC2136_KEY_NAMES', setting: 'DNS_RFC2136_KEY_NAME' },
      { variable: 'SMTP_UR', setting: 'SMTP_URL' },
    ]);
  });
});

/** Variables of shells, containers, Kubernetes, CI, npm, clouds and drivers. */
const COMMON = `PATH HOME PWD OLDPWD SHELL SHLVL USER LOGNAME LANG LC_ALL LC_CTYPE TERM TZ TMPDIR TEMP TMP HOSTNAME EDITOR VISUAL PAGER MAIL
  DISPLAY COLORTERM CI DEBUG PORT HOST URL KEY ZONE NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE NODE_DEBUG
  NODE_TLS_REJECT_UNAUTHORIZED NODE_NO_WARNINGS NODE_NAME YARN_VERSION UV_THREADPOOL_SIZE HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy
  no_proxy KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT AUTH_SERVICE_HOST AUTH_SERVICE_PORT
  AUTH_PORT_3001_TCP AUTH_PORT_3001_TCP_ADDR AUTH_PORT_3001_TCP_PORT MANAGEMENT_SERVICE_HOST MANAGEMENT_SERVICE_PORT
  MANAGEMENT_PORT_3000_TCP_PROTO REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_SERVICE_PORT POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGHOST PGPORT
  PGUSER PGDATABASE PGPASSWORD PGSSLMODE PGAPPNAME DB_URL DATABASE_HOST DATABASE_NAME SMTP_HOST SMTP_PORT SMTP_USER SMTP_FROM AWS_REGION
  AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ROLE_ARN GOOGLE_APPLICATION_CREDENTIALS CLOUDFLARE_API_TOKEN TWILIO_ACCOUNT_SID
  TWILIO_AUTH_TOKEN npm_config_cache npm_config_loglevel npm_lifecycle_event npm_package_name npm_execpath npm_node_execpath INIT_CWD
  JOURNAL_STREAM INVOCATION_ID SYSTEMD_EXEC_PID LISTEN_PID LISTEN_FDS NOTIFY_SOCKET JEST_WORKER_ID OTEL_SERVICE_NAME OTEL_LOG_LEVEL
  OTEL_EXPORTER_OTLP_ENDPOINT SENTRY_DSN XDG_DATA_HOME XDG_DATA_DIRS XDG_RUNTIME_DIR SSH_AUTH_SOCK SSH_CONNECTION GPG_KEY POD_NAME POD_IP
  POD_NAMESPACE WEB_CONCURRENCY MEMORY_LIMIT LOGS_DIR LOG_DIR LOG_FILE METRICS_URL MAILTO WORKSPACE RUNNER_TEMP DNS_SERVER`.split(/\s+/);

describe('variables with another purpose', () => {
  it.each(COMMON)('ignores %s', (name) => {
    expect(meantBy(name)).toEqual([]);
  });

  it('reports no setting, no setting from a file, and no empty value', () => {
    const names = [...SETTING_NAMES].flatMap((name) => [name, `${name}_FILE`]);

    expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])), SETTING_NAMES)).toEqual([]);
    expect(meantBy('SANBOX_ZONE', '')).toEqual([]);
  });
});
