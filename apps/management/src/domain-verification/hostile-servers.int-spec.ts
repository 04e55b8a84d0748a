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

/** The responses of a correct server of the zone. */
function honest({ name, type }: Asked): Script {
  if (name === getChallengeName(NAME) && type === 'TXT') return { answers: [TXT] };
  if (name === NAME && type !== 'SOA') return { answers: [CNAME] };
  if (name === 'example.com' && type === 'SOA') return { answers: [SOA] };
  return { rcode: name === NAME || name === getChallengeName(NAME) ? 'NOERROR' : 'NXDOMAIN', authorities: [SOA] };
}

/** Sends a verification query through a resolver that misbehaves as given. */
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

describe('misbehaving name servers', () => {
  it('a correct server confirms the name', async () => {
    expect(await examine(honest)).toMatchObject({ codes: [], passed: true });
  });

  it('reports a server with other records beside an alias', async () => {
    const both = ({ name, type, id }: Asked): Script =>
      name === NAME && type === 'MX'
        ? { answers: [{ type: 'MX', name: NAME, data: { exchange: 'mail.example.com' } }] }
        : honest({ name, type, id });

    const { codes, findings } = await examine(both);

    expect(codes).toEqual(['cname-beside-others']);
    expect(findings.diagnoses[0]!.detail).toContain('(MX)');
  });

  it('limits the delay that useless responses cause', async () => {
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

  it('reads a huge response only up to a limit', async () => {
    const crowd = Array.from({ length: 500 }, (_, n): Answer => ({
      type: 'TXT',
      name: getChallengeName(NAME),
      data: `noise ${n} ${'x'.repeat(40)}`,
    }));
    const huge = (asked: Asked): Script =>
      asked.name === getChallengeName(NAME) && asked.type === 'TXT' ? { truncated: true, answers: [...crowd, TXT] } : honest(asked);

    expect(await examine(huge)).toMatchObject({ codes: ['proof-missing'], passed: false });
  });

  it('queries a server with a long challenge response by TCP', async () => {
    const long = (asked: Asked): Script => ({ ...honest(asked), truncated: true });

    expect(await examine(long)).toMatchObject({ codes: [], passed: true });
  });

  it('follows an endless chain of aliases for eight names', async () => {
    const endless = (asked: Asked): Script => {
      if (asked.name === getChallengeName(NAME) || asked.type === 'SOA') return honest(asked);
      return { answers: [{ type: 'CNAME', name: asked.name, data: `x${asked.name}` }] };
    };

    const { codes, asked } = await examine(endless);

    expect(codes).toEqual(['cname-loop']);
    expect(asked).toBeLessThan(40);
  });

  it('sends a limited number of queries to a server that changes its responses', async () => {
    let turn = 0;
    const fickle = (asked: Asked): Script => ((turn += 1) % 2 === 0 ? { rcode: 'NXDOMAIN', authorities: [SOA] } : honest(asked));

    const { asked } = await examine(fickle);

    expect(asked).toBeLessThan(60);
  });

  it('queries eight servers if a zone lists too many', async () => {
    const names = Array.from({ length: 300 }, (_, n): Answer => ({ type: 'NS', name: 'example.com', data: `ns${n}.example.com` }));
    const crowded = (asked: Asked): Script => ({ ...(asked.type === 'NS' ? { answers: names } : honest(asked)), authoritative: false });

    const { inquiry, server } = await inquire(crowded);
    const zone = await findZone(inquiry, NAME);

    expect(zone!.servers).toHaveLength(8);
    expect(server.questions.length).toBeLessThan(40);
  });

  it('does not follow circular referrals forever', async () => {
    const referring = ({ name, type }: Asked): Script => {
      if (name !== 'com' && type === 'SOA') return { rcode: 'SERVFAIL', authoritative: false };
      if (name === 'com' && type === 'SOA') return { answers: [{ ...SOA, name: 'com' }] };
      return { authoritative: false, authorities: [{ type: 'NS', name: NAME, data: 'ns.example.com' }] };
    };

    const { codes, asked } = await examine(referring);

    expect(codes).toEqual(['no-server-answers']);
    expect(asked).toBeLessThan(60);
  });

  it('removes control characters and markup in names from messages', async () => {
    const rude = (asked: Asked): Script =>
      asked.name === NAME && asked.type === 'CNAME'
        ? { answers: [{ ...CNAME, data: '<script>\n\u0007.example.net' } as Answer] }
        : honest(asked);

    const { findings } = await examine(rude);

    expect(JSON.stringify(findings)).not.toMatch(/[<>]|\\[nu]/);
    expect(findings.diagnoses.map(({ code }) => code)).toEqual(['cname-elsewhere']);
  });
});

describe('resolvers that claim authority for cached records', () => {
  it('do not count as servers of the zone', async () => {
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

describe('resolvers that do not respond', () => {
  it('delay the check only once; then another server is queried', async () => {
    const [dead, { server }] = [{ address: '127.0.0.1', port: await freePort() }, await inquire(honest)];
    const inquiry = new QueryBudget({ resolvers: [dead, { address: 'localhost', port: server.port }], authoritativePort: server.port });

    const { passed, findings } = diagnose(SUBJECT, await readSnapshot(inquiry, SUBJECT));

    expect({ passed, diagnoses: findings.diagnoses }).toEqual({ passed: true, diagnoses: [] });
  });
});

describe('resolvers that do not respond for a zone', () => {
  it('show, by answering for the parent zone, that the zone itself does not respond', async () => {
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
        fix: `Correct the NS records of the zone of ${NAME}, at its registrar and in the zone: they must name servers that have the zone.`,
      },
    ]);
  });
});

describe('zones whose servers have private addresses', () => {
  it.each(['127.0.0.1', '10.0.0.10', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'])(
    'are queried only through the resolver, and %s never',
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
