import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RecordLine } from './zone-under-test.js';

const run = promisify(execFile);
/** What every zone has at its apex. */
const OF_THE_ZONE = new Set(['SOA', 'NS', 'TSIG']);

export interface Server {
  port: number;
  /** The TSIG key that the server requires for zone transfers: `algorithm:name:secret`. */
  key?: string;
}

/** What `dig` gets as an answer, one record a line. */
export async function dig({ port, key }: Server, ...question: readonly string[]): Promise<RecordLine[]> {
  const signed = key === undefined ? [] : ['-y', key];
  const { stdout } = await run('dig', [
    '@127.0.0.1',
    '-p',
    String(port),
    ...signed,
    '+tcp',
    '+noall',
    '+answer',
    '+time=5',
    '+tries=2',
    ...question,
  ]);
  return stdout
    .split('\n')
    .filter((line) => /^\S+\s+\d+\s+IN\s/.test(line))
    .map((line) => {
      const [name = '', , , type = '', ...value] = line.split(/\s+/);
      return `${plain(name)} ${type} ${type === 'TXT' ? unquote(value.join(' ')) : plain(value.join(' '))}` as const;
    });
}

/** The whole zone, by a transfer. */
export async function transfer(server: Server, zone: string): Promise<RecordLine[]> {
  const lines = await dig(server, zone, 'AXFR');
  if (lines.length === 0) throw new Error(`${zone} could not be transferred`);
  return lines.filter((line) => !OF_THE_ZONE.has(line.split(' ')[1]!)).toSorted();
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\.$/, '');
}

function unquote(text: string): string {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, string = '']) => string.replace(/\\(.)/g, '$1')).join('');
}
