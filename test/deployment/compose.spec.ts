import { describe, expect, it } from '@jest/globals';
import { getStopTimeoutMs, textOf, variablesOf, yamlOf } from './documents.js';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string; target: string };
  environment?: Record<string, string>;
  ports?: string[];
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
  [field: string]: unknown;
}

const { services } = yamlOf<{ services: Record<string, Service> }>('docker/compose.yaml');
const written = textOf('docker/compose.yaml').replace(/#.*$/gm, '');

describe('compose.yaml', () => {
  it('contains the whole product and a mail catcher, and Redis on request', () => {
    expect(Object.keys(services).toSorted()).toEqual(['auth', 'mailpit', 'management', 'migrate', 'postgres', 'redis']);
    expect(Object.entries(services).flatMap(([name, { profiles }]) => (profiles ? [[name, profiles]] : []))).toEqual([
      ['redis', ['redis']],
    ]);
  });

  it.each(Object.keys(services))('removes every privilege from %s', (name) => {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(services[name]?.['tmpfs']).toBeDefined();
    expect(services[name]).not.toHaveProperty('privileged');
    expect(services[name]).not.toHaveProperty('cap_add');
  });

  it.each(['management', 'auth', 'migrate'])('builds %s from its target', (target) => {
    expect(services[target]?.build).toMatchObject({ context: '..', dockerfile: 'docker/Dockerfile', target });
    expect(services[target]?.environment).toMatchObject({ NODE_ENV: 'production' });
    expect(services[target]?.['mem_limit']).toBe(target === 'auth' ? '640m' : '512m');
    expect(services[target]?.environment).toMatchObject({ NODE_OPTIONS: '--max-old-space-size-percentage=60' });
    expect(Number.parseInt(String(services[target]?.['stop_grace_period'])) * 1_000).toBeGreaterThan(getStopTimeoutMs());
  });

  it('migrates once PostgreSQL answers, and serves once that is done', () => {
    expect(services['migrate']).toMatchObject({ restart: 'no', depends_on: { postgres: { condition: 'service_healthy' } } });
    for (const name of ['management', 'auth']) {
      expect(services[name]?.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
    }
  });

  it('contains no secret and does not start without one', () => {
    const given = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
    const secrets = given.filter(([name]) => /PASSWORD|KEY|SECRET|TOKEN/.test(name));
    expect(secrets.length).toBeGreaterThan(3);
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{[A-Z_]+(:\?[^}]+|:-)\}$/);
    const addresses = given.filter(([name]) => name === 'DATABASE_URL');
    expect(addresses).toHaveLength(3);
    for (const [, value] of addresses)
      expect(value).toMatch(/^postgres:\/\/latchkey:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432\/latchkey$/);
    expect(services['management']?.environment?.['MASTER_KEY']).toMatch(/^\$\{MASTER_KEY:\?/);
    expect(services['auth']?.environment?.['MASTER_KEY']).toMatch(/^\$\{MASTER_KEY:\?/);
  });

  it('requires exactly the variables that its example file explains', () => {
    const asked = new Set([...written.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
    const explained = [...variablesOf('docker/.env.example').keys()].filter((name) => name !== 'COMPOSE_PROFILES');
    expect([...asked].toSorted()).toEqual(explained.toSorted());
  });

  it('publishes ports only on loopback', () => {
    const ports = Object.values(services).flatMap(({ ports: published = [] }) => published);
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('pins the major version of each image', () => {
    const pulled = Object.values(services).filter(({ build }) => !build);
    for (const { image } of pulled) expect(image).toMatch(/:v?\d+/);
  });
});
