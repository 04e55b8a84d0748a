import { isDeepStrictEqual } from 'node:util';
import {
  CLIENT_PROFILES,
  includesFapi2,
  SENDER_CONSTRAINTS,
  type AuthenticationMethod,
  type ClientAuthentication,
  type ClientType,
} from '@latchkey/oauth';
import type { Fault } from '@latchkey/problem';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/validators.js';
import { findProfileFaults } from './profile-rules.js';
import type { FindUrlFault } from './key-source-rules.js';
import { findMethodFaults, toMethod } from './method-rules.js';

export const MAX_METHODS = 10;
const PROPERTIES = ['methods', 'senderConstraint', 'profile'];

type Body = Readonly<Record<string, unknown>>;

/** Finds every error of an authentication document, with JSON Pointers. */
export function findDocumentFaults(value: unknown, clientType: ClientType, findUrlFault: FindUrlFault): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ pointer: '', detail: 'must be a JSON object' }];
  const body = value as Body;
  const unknown = Object.keys(body).filter((name) => !PROPERTIES.includes(name));
  return [
    ...unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' })),
    ...findMethodsFaults(body, clientType, findUrlFault),
    ...findChoiceFaults('senderConstraint', body, SENDER_CONSTRAINTS),
    ...findChoiceFaults('profile', body, CLIENT_PROFILES),
  ];
}

/** A valid document in its stored form. Absent and null are the same. */
export function toDocument(body: Partial<ClientAuthentication>): ClientAuthentication {
  const { methods = [], senderConstraint = null, profile = null } = body;
  return { methods: methods.map(toMethod), senderConstraint, profile };
}

function findChoiceFaults(name: string, body: Body, choices: readonly string[]): Fault[] {
  const value = body[name] ?? null;
  const isKnown = value === null || choices.includes(value as string);
  return isKnown ? [] : [{ pointer: `/${name}`, detail: `must be null or one of: ${choices.join(', ')}` }];
}

function findMethodsFaults({ methods, profile }: Body, clientType: ClientType, findUrlFault: FindUrlFault): Fault[] {
  if (!Array.isArray(methods)) return [{ pointer: '/methods', detail: 'must be an array' }];
  const listed: unknown[] = methods.slice(0, MAX_METHODS);
  const each = listed.flatMap((method, index) =>
    [
      ...findMethodFaults(method, findUrlFault),
      ...findRepetition(listed, index),
      ...(includesFapi2(profile) ? findProfileFaults(method) : []),
    ].map(({ pointer, detail }) => ({ pointer: `/methods/${index}${pointer}`, detail })),
  );
  const count = findCountFault(methods.length, clientType) ?? findSignerFault(listed, profile);
  return count === null ? each : [{ pointer: '/methods', detail: count }, ...each];
}

/** The keys of PrivateKeyJwt sign requests. A public client has none. */
function findSignerFault(methods: readonly unknown[], profile: unknown): string | null {
  const hasSigner = methods.some((method) => (method as { type?: unknown } | null)?.type === 'PrivateKeyJwt');
  if (profile !== 'FAPI2MessageSigning' || hasSigner) return null;
  return 'must have a PrivateKeyJwt method: the profile FAPI2MessageSigning requires authorization requests signed with its keys';
}

function findCountFault(count: number, clientType: ClientType): string | null {
  if (clientType === 'Public') return count === 0 ? null : 'must be empty: a Public client cannot authenticate (RFC 6749 section 2.1)';
  return count >= 1 && count <= MAX_METHODS ? null : `must have 1 to ${MAX_METHODS} methods`;
}

/** An earlier method in the document: the same one, or one for the same workload. */
function findRepetition(methods: readonly unknown[], index: number): Fault[] {
  const first = methods.findIndex((method) => isDeepStrictEqual(toIdentity(method), toIdentity(methods[index])));
  return first === index ? [] : [{ pointer: '', detail: `repeats /methods/${first}` }];
}

function toIdentity(method: unknown): unknown {
  const { type, issuer, subject } = (method ?? {}) as Partial<AuthenticationMethod & { issuer: unknown; subject: unknown }>;
  if (type === 'FederatedJwt') return { type, issuer, subject };
  return isObject(method) ? { ...method, lastUsedAt: null } : method;
}
