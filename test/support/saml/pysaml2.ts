import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.js';
import { ServerProgram } from '../relying-party/server-program.js';
import { freePort } from '../service-process.js';
import { makeTestFolder } from '../test-folder.mjs';
import { issueRsaCertificate } from './rsa-certificate.js';

const PROGRAM = fileURLToPath(new URL('pysaml2_idp.py', import.meta.url));

/** The user whom the identity provider signs in without a question. */
export interface PySaml2User {
  /** The persistent NameID. */
  id: string;
  attributes: Readonly<Record<string, readonly string[]>>;
}

/** A SAML identity provider by pysaml2, in Debian's Python. */
export class PySaml2 {
  private constructor(
    private readonly program: ServerProgram,
    readonly url: string,
  ) {}

  /** @param options such as `encrypt` and `signResponse` */
  static async start(user: PySaml2User, options: Readonly<Record<string, boolean>> = {}): Promise<PySaml2> {
    const [port, { pem, privateKey }] = await Promise.all([freePort(), issueRsaCertificate('CN=pysaml2')]);
    const folder = makeTestFolder('pysaml2');
    const files = { key: join(folder, 'key.pem'), certificate: join(folder, 'certificate.pem') };
    writeFileSync(files.key, privateKey);
    writeFileSync(files.certificate, pem);
    const configuration = join(folder, 'configuration.json');
    writeFileSync(configuration, JSON.stringify({ port, user, ...files, ...options }));
    const program = new ServerProgram('/usr/bin/python3', [PROGRAM, configuration], { PYTHONDONTWRITEBYTECODE: '1' }, folder);
    const idp = new PySaml2(program, `http://127.0.0.1:${port}`);
    await eventually(() => idp.fetchMetadata().catch(() => null), { timeoutMs: 30_000 });
    return idp;
  }

  get entityId(): string {
    return `${this.url}/metadata`;
  }

  async fetchMetadata(): Promise<string> {
    return (await fetch(this.entityId)).text();
  }

  /** Makes the service known, in place of the former one. @param metadata of the service */
  async register(metadata: string): Promise<void> {
    const { status } = await fetch(`${this.url}/services`, { method: 'POST', body: metadata });
    if (status !== 200) throw new Error(`${status}: ${this.program.output}`);
  }

  stop(): Promise<void> {
    return this.program.stop();
  }
}
