import type { Attack } from './attack.js';
import { encode, newId, type FakeSamlIdentityProvider, type ResponseValues } from './fake-saml-identity-provider.js';

const VICTIM = 'root-0001';

/** XML signature wrapping: the eight forms of "On Breaking SAML" (Somorovsky et al., 2012) and variants. `o` is what the provider has signed. */
export const WRAPPING_ATTACKS: Attack[] = [
  {
    name: 'XSW1: a forged response whose signature contains the signed one',
    reason: 'malformed',
    build: ({ idp, values }) => {
      const o = signBoth(idp, values);
      const signature = getSignature(o).replace('</ds:Signature>', `${without(o, getSignature)}</ds:Signature>`);
      return encode(forgeResponse(idp, values, { after: signature }));
    },
  },
  {
    name: 'XSW2: a forged response beside the signed one and its signature',
    reason: 'malformed',
    build: ({ idp, values }) => {
      const o = signBoth(idp, values);
      return encode(forgeResponse(idp, values, { after: without(o, getSignature) + getSignature(o) }));
    },
  },
  {
    name: 'XSW3: a forged assertion before the signed one',
    reason: 'malformed',
    build: ({ idp, values }) => encode(insertBefore(idp.issue(values), evilAssertion(idp, values))),
  },
  {
    name: 'XSW4: a forged assertion around the signed one',
    reason: 'malformed',
    build: ({ idp, values }) => {
      const o = idp.issue(values);
      return encode(
        o.replace(getAssertion(o), evilAssertion(idp, values).replace('</saml:Assertion>', `${getAssertion(o)}</saml:Assertion>`)),
      );
    },
  },
  {
    name: 'XSW5: a forged assertion with the signature of the one that follows',
    reason: 'malformed',
    build: ({ idp, values }) => {
      const o = idp.issue(values);
      const forged = evilAssertion(idp, values).replace('<saml:Subject>', `${getSignature(o)}<saml:Subject>`);
      return encode(o.replace(getAssertion(o), forged + without(getAssertion(o), getSignature)));
    },
  },
  {
    name: 'XSW6: a forged assertion whose signature contains the signed one',
    reason: 'malformed',
    build: ({ idp, values }) => encode(nestInSignature(idp.issue(values), evilAssertion(idp, values), (original) => original)),
  },
  {
    name: 'XSW7: a forged assertion among the extensions',
    reason: 'malformed',
    build: ({ idp, values }) =>
      encode(
        idp.issue(values).replace('<samlp:Status>', `<samlp:Extensions>${evilAssertion(idp, values)}</samlp:Extensions><samlp:Status>`),
      ),
  },
  {
    name: 'XSW8: a forged assertion whose signature contains the signed one as an object',
    reason: 'malformed',
    build: ({ idp, values }) =>
      encode(nestInSignature(idp.issue(values), evilAssertion(idp, values), (original) => `<ds:Object>${original}</ds:Object>`)),
  },
  {
    name: 'a forged assertion after the signed one',
    reason: 'malformed',
    build: ({ idp, values }) => encode(idp.issue(values).replace('</samlp:Response>', `${evilAssertion(idp, values)}</samlp:Response>`)),
  },
  {
    name: 'a forged assertion with the ID of the signed one',
    reason: 'malformed',
    build: ({ idp, values }) => {
      const o = idp.issue(values);
      return encode(insertBefore(o, evilAssertion(idp, values, getId(getAssertion(o)))));
    },
  },
  {
    name: 'an element with the ID of the signed assertion',
    reason: 'wrong-signature',
    build: ({ idp, values }) => {
      const o = idp.issue(values);
      return encode(o.replace('<samlp:Status>', `<samlp:Extensions ID="${getId(getAssertion(o))}"/><samlp:Status>`));
    },
  },
  {
    name: 'an element whose Id is the ID of the signed assertion',
    reason: 'wrong-signature',
    build: ({ idp, values }) => {
      const o = idp.issue(values);
      return encode(o.replace('<samlp:Status>', `<samlp:Extensions Id="${getId(getAssertion(o))}"/><samlp:Status>`));
    },
  },
  {
    name: 'two signed assertions',
    reason: 'malformed',
    build: ({ idp, values }) => encode(insertBefore(idp.issue(values), idp.sign(idp.buildAssertion(values)))),
  },
  {
    name: 'an assertion in another namespace',
    reason: 'malformed',
    build: ({ idp, values }) => encode(idp.buildResponse(values, idp.sign(inOtherNamespace(idp.buildAssertion(values))))),
  },
  {
    name: 'a forged subject in an element that the signature skips',
    reason: 'wrong-signature',
    build: ({ idp, values }) => {
      const o = idp.issue(values);
      const subject = /<saml:Subject>.*<\/saml:Subject>/.exec(evilAssertion(idp, values))![0];
      return encode(o.replace('</ds:Signature>', `</ds:Signature><ds:Signature>${subject}</ds:Signature>`));
    },
  },
  {
    name: 'a signed response of another user around a forged assertion',
    reason: 'wrong-signature',
    build: ({ idp, values }) => encode(evil(signBoth(idp, values))),
  },
];

/** @returns the message for another user */
export function evil(xml: string): string {
  return xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${VICTIM}`);
}

export function evilAssertion(idp: FakeSamlIdentityProvider, values: ResponseValues, id = newId()): string {
  return evil(idp.buildAssertion(values, id));
}

/** @returns the first assertion in the message */
export function getAssertion(xml: string): string {
  return /<saml:Assertion.*?<\/saml:Assertion>/s.exec(xml)![0];
}

/** @returns the first signature in the message */
export function getSignature(xml: string): string {
  return /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)![0];
}

/** @returns the message without what `find` finds in it */
export function without(xml: string, find: (xml: string) => string): string {
  return xml.replace(find(xml), '');
}

/** @returns a response that is signed as a whole, with a signed assertion */
export function signBoth(idp: FakeSamlIdentityProvider, values: ResponseValues): string {
  return idp.sign(idp.issue(values));
}

function getId(xml: string): string {
  return / ID="([^"]*)"/.exec(xml)![1]!;
}

function insertBefore(xml: string, forged: string): string {
  return xml.replace(getAssertion(xml), (assertion) => forged + assertion);
}

function forgeResponse(idp: FakeSamlIdentityProvider, values: ResponseValues, { after }: { after: string }): string {
  return idp
    .buildResponse(values, evilAssertion(idp, values))
    .replace('</saml:Issuer><samlp:Status>', `</saml:Issuer>${after}<samlp:Status>`);
}

function nestInSignature(xml: string, forged: string, wrap: (original: string) => string): string {
  const original = without(getAssertion(xml), getSignature);
  const signature = getSignature(xml).replace('</ds:Signature>', `${wrap(original)}</ds:Signature>`);
  return xml.replace(getAssertion(xml), forged.replace('<saml:Subject>', `${signature}<saml:Subject>`));
}

function inOtherNamespace(xml: string): string {
  return xml.replace('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:attacker:assertion');
}
