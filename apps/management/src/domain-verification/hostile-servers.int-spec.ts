import { afterEach, describe, expect, it } from '@jest/globals';
import type { Answer } from 'dns-packet';
import { ScriptedNameServer, type Asked, type Script } from '../../../../test/support/dns-lab/scripted-server.js';
import { freePort } from '../../../../test/support/service-process.js';
import { diagnose } from './dns-diagnosis.js';
import { isWithin } from './domain-tree.js';
import { QueryBudget } from './query-budget.js';
import { readSnapshot } from './read-snapshot.js';
import { getChallengeName, getChallengeValue } from './dns-challenge.js';
import { findZone } from './zone-discovery.js';

const NAME = 'auth.example.com';
const PROOF = getChallengeValue('6f0d1c92a4be47d58c3e7a15f2904b6dd8137ec5a2f64b09913ce8705ab2f46d');
const SUBJECT = { name: NAME, proof: PROOF, targets: [{ type: 'CNAME', value: 'edge.example.net' } as const], caaIssuers: [] };
const SOA: Answer = { type: 'SOA', name: 'example.com', data: { mname: 'ns.example.com', rname: 'a.example.com' } };
const CNAME: Answer = { type: 'CNAME', name: NAME, data: 'edge.example.net' };
const TXT: Answer = { type: 'TXT', name: getChallengeName(NAME), data: PROOF };

const servers: ScriptedNameServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.stop();
});

/** The answers of an honest server of the zone. */
function honest({ name, type }: Asked): Script {
  if (name === getChallengeName(NAME) && type === 'TXT') return { answers: [TXT] };
  if (name === NAME && type !== 'SOA') return { answers: [CNAME] };
  if (name === 'example.com' && type === 'SOA') return { answers: [SOA] };
  return { rcode: name === NAME || name === getChallengeName(NAME) ? 'NOERROR' : 'NXDOMAIN', authorities: [SOA] };
}

/** A verification query through a resolver that misbehaves in this way. */
async function inquire(
  script: (asked: Asked) => Script,
  authoritativePort?: number,
): Promise<{ inquiry: QueryBudget; server: ScriptedNameServer }> {
  const port = await freePort();
  const server = await ScriptedNameServer.start(port, script);
  servers.push(server);
  const inquiry = new QueryBudget({ resolvers: [{ address: '127.0.0.1', port }], authoritativePort: authoritativePort ?? port });
  return { inquiry, server };
}

async function examine(script: (asked: Asked) => Script) {
  const { inquiry, server } = await inquire(script);
  const startedAt = performance.now();
  const verdict = diagnose(SUBJECT, await readSnapshot(inquiry, SUBJECT));
  const ms = performance.now() - startedAt;
  return { ...verdict, codes: verdict.findings.diagnoses.map(({ code }) => code), ms, asked: server.questions.length };
}

describe('a server that', () => {
  it('behaves correctly shows that the name is right', async () => {
    expect(await examine(honest)).toMatchObject({ codes: [], passed: true });
  });

  it('has other records beside an alias is reported', async () => {
    const both = ({ name, type, id }: Asked): Script =>
      name === NAME && type === 'MX'
        ? { answers: [{ type: 'MX', name: NAME, data: { exchange: 'mail.example.com' } }] }
        : honest({ name, type, id });

    const { codes, findings } = await examine(both);

    expect(codes).toEqual(['cname-beside-others']);
    expect(findings.diagnoses[0]!.detail).toContain('(MX)');
  });

  it('sends useless answers delays the check for a bounded time', async () => {
    const scripts: Record<string, (asked: Asked) => Script> = {
      'never answers': () => ({ raw: null }),
      'answers with nothing': () => ({ raw: Buffer.alloc(0) }),
      'answers with rubbish': () => ({ raw: Buffer.alloc(600, 0xc0) }),
      'answers with a name that points to itself': ({ id }) => ({ raw: pointingToItself(id) }),
      'claims 65535 records that are not there': ({ id }) => ({ raw: promising(id) }),
      'answers another question': ({ id }) => ({ raw: answeringAnother(id) }),
      'answers another message': (asked) => (asked.type === 'SOA' ? { raw: answeringAnother(asked.id + 1) } : honest(asked)),
      refuses: () => ({ rcode: 'REFUSED' }),
      fails: () => ({ rcode: 'SERVFAIL' }),
    };
    const outcomes = await Promise.all(
      Object.entries(scripts).map(async ([what, script]) => {
        const { passed, conclusive, codes, ms } = await examine(script);
        return { what, passed, conclusive, codes, late: ms > 15_000 };
      }),
    );

    const inVain = { passed: false, conclusive: false, codes: ['dns-unavailable'], late: false };
    expect(outcomes).toEqual(Object.keys(scripts).map((what) => ({ what, ...inVain })));
  });

  it('is huge is read only up to a limit', async () => {
    const crowd = Array.from({ length: 500 }, (_, n): Answer => ({
      type: 'TXT',
      name: getChallengeName(NAME),
      data: `noise ${n} ${'x'.repeat(40)}`,
    }));
    const huge = (asked: Asked): Script =>
      asked.name === getChallengeName(NAME) && asked.type === 'TXT' ? { truncated: true, answers: [...crowd, TXT] } : honest(asked);

    expect(await examine(huge)).toMatchObject({ codes: ['proof-missing'], passed: false });
  });

  it('has the challenge in a long response is queried by TCP', async () => {
    const long = (asked: Asked): Script => ({ ...honest(asked), truncated: true });

    expect(await examine(long)).toMatchObject({ codes: [], passed: true });
  });

  it('has an endless chain of aliases is followed for eight names', async () => {
    const endless = (asked: Asked): Script => {
      if (asked.name === getChallengeName(NAME) || asked.type === 'SOA') return honest(asked);
      return { answers: [{ type: 'CNAME', name: asked.name, data: `x${asked.name}` }] };
    };

    const { codes, asked } = await examine(endless);

    expect(codes).toEqual(['cname-loop']);
    expect(asked).toBeLessThan(40);
  });

  it('changes its answers gets a bounded number of queries', async () => {
    let turn = 0;
    const fickle = (asked: Asked): Script => ((turn += 1) % 2 === 0 ? { rcode: 'NXDOMAIN', authorities: [SOA] } : honest(asked));

    const { asked } = await examine(fickle);

    expect(asked).toBeLessThan(60);
  });

  it('lists too many servers gets queries for eight of them', async () => {
    const names = Array.from({ length: 300 }, (_, n): Answer => ({ type: 'NS', name: 'example.com', data: `ns${n}.example.com` }));
    const crowded = (asked: Asked): Script => ({ ...(asked.type === 'NS' ? { answers: names } : honest(asked)), authoritative: false });

    const { inquiry, server } = await inquire(crowded);
    const zone = await findZone(inquiry, NAME);

    expect(zone!.servers).toHaveLength(8);
    expect(server.questions.length).toBeLessThan(40);
  });

  it('has circular referrals is not followed for ever', async () => {
    const referring = ({ name, type }: Asked): Script => {
      if (name !== 'com' && type === 'SOA') return { rcode: 'SERVFAIL', authoritative: false };
      if (name === 'com' && type === 'SOA') return { answers: [{ ...SOA, name: 'com' }] };
      return { authoritative: false, authorities: [{ type: 'NS', name: NAME, data: 'ns.example.com' }] };
    };

    const { codes, asked } = await examine(referring);

    expect(codes).toEqual(['no-server-answers']);
    expect(asked).toBeLessThan(60);
  });

  it('puts control characters and markup into names has them removed from messages', async () => {
    const rude = (asked: Asked): Script =>
      asked.name === NAME && asked.type === 'CNAME'
        ? { answers: [{ ...CNAME, data: '<script>\n\u0007.example.net' } as Answer] }
        : honest(asked);

    const { findings } = await examine(rude);

    expect(JSON.stringify(findings)).not.toMatch(/[<>]|\\[nu]/);
    expect(findings.diagnoses.map(({ code }) => code)).toEqual(['cname-elsewhere']);
  });
});

describe('a resolver that claims authority for cached records', () => {
  it('does not count as a server of the zone', async () => {
    const keeping = (asked: Asked): Script => {
      if (asked.type === 'NS') return { recursive: true, answers: [{ type: 'NS', name: 'example.com', data: 'ns.example.com' }] };
      if (asked.name === 'ns.example.com') return { recursive: true, answers: [{ type: 'A', name: 'ns.example.com', data: '127.0.0.1' }] };
      return { ...honest(asked), recursive: true };
    };
    const { inquiry, server } = await inquire(keeping);

    const zone = await findZone(inquiry, NAME);

    expect(zone!.servers).toEqual([{ name: 'ns.example.com', endpoints: [{ address: '127.0.0.1', port: server.port }] }]);
  });
});

describe('a resolver that does not answer', () => {
  it('is waited for once, and then another one is queried', async () => {
    const [dead, { server }] = [{ address: '127.0.0.1', port: await freePort() }, await inquire(honest)];
    const inquiry = new QueryBudget({ resolvers: [dead, { address: 'localhost', port: server.port }], authoritativePort: server.port });

    const { passed, findings } = diagnose(SUBJECT, await readSnapshot(inquiry, SUBJECT));

    expect({ passed, diagnoses: findings.diagnoses }).toEqual({ passed: true, diagnoses: [] });
  });
});

describe('a resolver that is silent about a zone', () => {
  it('but answers for the parent zone shows that the zone itself does not answer', async () => {
    const waiting = ({ name, type }: Asked): Script => {
      if (isWithin(name, 'example.com')) return { raw: null };
      return { recursive: true, answers: name === 'com' && type === 'SOA' ? [{ ...SOA, name: 'com' }] : [] };
    };
    const [dead, { server }] = [{ address: '127.0.0.1', port: await freePort() }, await inquire(waiting)];
    const resolvers = [dead, { address: '127.0.0.1', port: server.port }];
    const observation = await readSnapshot(new QueryBudget({ resolvers, authoritativePort: server.port }), SUBJECT);

    const { conclusive, findings } = diagnose(SUBJECT, observation);

    expect(conclusive).toBe(true);
    expect(findings.diagnoses).toEqual([
      {
        code: 'no-server-answers',
        detail: `No name server of ${NAME} answers for it: none is known.`,
        fix: `Let the NS records of the zone of ${NAME}, at its registrar and in the zone, name servers that have the zone.`,
      },
    ]);
  });
});

describe('a zone whose servers have private addresses', () => {
  it.each(['127.0.0.1', '10.0.0.10', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'])(
    'is queried through the resolver, and %s never',
    async (address) => {
      const inner = (asked: Asked): Script => {
        if (asked.type === 'NS') return { authoritative: false, answers: [{ type: 'NS', name: 'example.com', data: 'ns.example.com' }] };
        if (asked.name === 'ns.example.com')
          return { authoritative: false, answers: [{ type: 'A', name: 'ns.example.com', data: address }] };
        return { ...honest(asked), authoritative: false };
      };

      const { inquiry } = await inquire(inner, 53);

      expect((await findZone(inquiry, NAME))!.servers).toEqual([{ name: 'ns.example.com', endpoints: [] }]);
      const { passed } = diagnose(SUBJECT, await readSnapshot(inquiry, SUBJECT));
      expect(passed).toBe(true);
    },
  );
});

function header(id: number, answers: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(id & 0xff_ff, 0);
  bytes.writeUInt16BE(0x84_00, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(answers, 6);
  return bytes;
}

function pointingToItself(id: number): Buffer {
  return Buffer.concat([header(id, 0), Buffer.from([0xc0, 12, 0, 6, 0, 1])]);
}

function promising(id: number): Buffer {
  return Buffer.concat([header(id, 65_535), Buffer.from([0, 0, 6, 0, 1])]);
}

function answeringAnother(id: number): Buffer {
  return Buffer.concat([header(id, 0), Buffer.from([1, 0x78, 0, 0, 6, 0, 1])]);
}
