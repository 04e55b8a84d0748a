import { z } from 'zod';
import { ChangedMeanwhileError } from '../changed-meanwhile.error.js';
import type { DnsError } from '../dns.error.js';
import { CloudflareError } from './cloudflare.error.js';

/** The record does not exist, one of the same type exists, or an identical one exists. */
const CONFLICT_CODES = new Set([81_044, 81_053, 81_054, 81_057, 81_058]);
/** Temporary errors: RFC 9110 sections 15.5.9 and 15.5.10, RFC 6585 section 4. */
const TRANSIENT_STATUSES = new Set([408, 409, 429]);
/** The maximum number of characters of Cloudflare's text in an error. */
const MAX_TEXT_LENGTH = 120;

const apiError = z.object({ code: z.number(), message: z.string().catch('') });
const failure = z.object({ errors: z.array(apiError).catch([]) });
/** The envelope of every successful response. */
export const success = z.object({
  success: z.literal(true),
  result: z.unknown(),
  result_info: z.object({ total_pages: z.number().catch(1) }).nullish(),
});
export type Success = z.output<typeof success>;

/** @param hidden texts that errors must not contain, such as domain names */
export async function readResponse(response: Response, hidden: readonly string[]): Promise<Success> {
  const body = parseJson(await response.text());
  if (response.ok) {
    const { data } = success.safeParse(body);
    if (data) return data;
  }
  throw errorOf(response, failure.safeParse(body).data?.errors ?? [], hidden);
}

function errorOf({ status, headers }: Response, apiErrors: readonly z.output<typeof apiError>[], hidden: readonly string[]): DnsError {
  if (apiErrors.some(({ code }) => CONFLICT_CODES.has(code))) return new ChangedMeanwhileError();
  const permanent = status >= 400 && status < 500 && !TRANSIENT_STATUSES.has(status);
  const texts = apiErrors.map(({ code, message }) => `${code} ${describe(message, hidden)}`.trim());
  return new CloudflareError(`Cloudflare answered with ${status} (${texts.join(', ') || 'no code'})`, permanent, readRetryAfter(headers));
}

/** Cloudflare's text, unless it contains more than the log may. */
function describe(message: string, hidden: readonly string[]): string {
  const text = message.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_TEXT_LENGTH);
  return hidden.some((word) => message.toLowerCase().includes(word.toLowerCase())) ? '' : text;
}

/** In milliseconds: RFC 9110 section 10.2.3. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(milliseconds, 0);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
