import { isDeepStrictEqual } from 'node:util';
import {
  CLIENT_PROFILES,
  includesFapi2,
  SENDER_CONSTRAINTS,
  type AuthenticationMethod,
  type ClientAuthentication,
  type ClientType,
} from '@latchkey/oauth';
import type { Violation } from '@latchkey/problem';
import { isObject } from '../../http/merge-patch.js';
import { joinPointer } from '../../http/json-pointer.js';
import { findProfileViolations } from './profile-rules.js';
import type { FindUrlViolation } from './key-source-rules.js';
import { findMethodViolations, toMethod } from './method-rules.js';

export const MAX_METHODS = 10;
const PROPERTIES = ['methods', 'senderConstraint', 'profile'];

type Body = Readonly<Record<string, unknown>>;

/** Finds every error of an authentication document, with JSON Pointers. */
export function findDocumentViolations(value: unknown, clientType: ClientType, findUrlViolation: FindUrlViolation): Violation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ pointer: '', detail: 'must be a JSON object' }];
  const body = value as Body;
  const unknown = Object.keys(body).filter((name) => !PROPERTIES.includes(name));
  return [
    ...unknown.map((name) => ({ pointer: joinPointer('', name), detail: 'is not a property of this request' })),
    ...findMethodsViolations(body, clientType, findUrlViolation),
    ...findChoiceViolations('senderConstraint', body, SENDER_CONSTRAINTS),
    ...findChoiceViolations('profile', body, CLIENT_PROFILES),
  ];
}

/** A valid document in its stored form. Absent and null are the same. */
export function toDocument(body: Partial<ClientAuthentication>): ClientAuthentication {
  const { methods = [], senderConstraint = null, profile = null } = body;
  return { methods: methods.map(toMethod), senderConstraint, profile };
}

function findChoiceViolations(name: string, body: Body, choices: readonly string[]): Violation[] {
  const value = body[name] ?? null;
  const isKnown = value === null || choices.includes(value as string);
  return isKnown ? [] : [{ pointer: `/${name}`, detail: `must be null or one of: ${choices.join(', ')}` }];
}

function findMethodsViolations({ methods, profile }: Body, clientType: ClientType, findUrlViolation: FindUrlViolation): Violation[] {
  if (!Array.isArray(methods)) return [{ pointer: '/methods', detail: 'must be an array' }];
  const listed: unknown[] = methods.slice(0, MAX_METHODS);
  const each = listed.flatMap((method, index) =>
    [
      ...findMethodViolations(method, findUrlViolation),
      ...findRepetition(listed, index),
      ...(includesFapi2(profile) ? findProfileViolations(method) : []),
    ].map(({ pointer, detail }) => ({ pointer: `/methods/${index}${pointer}`, detail })),
  );
  const count = findCountViolation(methods.length, clientType) ?? findSignerViolation(listed, profile);
  return count === null ? each : [{ pointer: '/methods', detail: count }, ...each];
}

/** The keys of PrivateKeyJwt sign requests. A public client has none. */
function findSignerViolation(methods: readonly unknown[], profile: unknown): string | null {
  const hasSigner = methods.some((method) => (method as { type?: unknown } | null)?.type === 'PrivateKeyJwt');
  if (profile !== 'FAPI2MessageSigning' || hasSigner) return null;
  return 'must have a PrivateKeyJwt method: the profile FAPI2MessageSigning requires authorization requests signed with its keys';
}

function findCountViolation(count: number, clientType: ClientType): string | null {
  if (clientType === 'Public') return count === 0 ? null : 'must be empty: a Public client cannot authenticate (RFC 6749 section 2.1)';
  return count >= 1 && count <= MAX_METHODS ? null : `must have 1 to ${MAX_METHODS} methods`;
}

/** An earlier method in the document: the same one, or one for the same workload. */
function findRepetition(methods: readonly unknown[], index: number): Violation[] {
  const first = methods.findIndex((method) => isDeepStrictEqual(toIdentity(method), toIdentity(methods[index])));
  return first === index ? [] : [{ pointer: '', detail: `repeats /methods/${first}` }];
}

function toIdentity(method: unknown): unknown {
  const { type, issuer, subject } = (method ?? {}) as Partial<AuthenticationMethod & { issuer: unknown; subject: unknown }>;
  if (type === 'FederatedJwt') return { type, issuer, subject };
  return isObject(method) ? { ...method, lastUsedAt: null } : method;
}
