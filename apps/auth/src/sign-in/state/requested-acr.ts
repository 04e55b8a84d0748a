type Params = Readonly<Record<string, unknown>>;

/** The classes that an authorization request would like: `acr_values`, OpenID Connect Core section 3.1.2.1. */
export function parseVoluntaryAcrValues({ acr_values: values }: Params): string[] {
  return typeof values === 'string' ? values.split(' ') : [];
}

/** The classes one of which it insists on: the `acr` claim of the id token where it is essential, section 5.5.1.1. */
export function parseEssentialAcrValues({ claims }: Params): string[] {
  const acr = (parseClaims(claims) as { id_token?: { acr?: unknown } } | null)?.id_token?.acr;
  const { essential, value, values } = (acr ?? {}) as { essential?: unknown; value?: unknown; values?: unknown };
  if (essential !== true) return [];
  return [value, ...(Array.isArray(values) ? (values as unknown[]) : [])].filter((one) => typeof one === 'string');
}

/** The protocol has looked at it before: what is no JSON here never becomes an interaction. */
function parseClaims(claims: unknown): unknown {
  if (typeof claims !== 'string') return null;
  try {
    return JSON.parse(claims) as unknown;
  } catch {
    return null;
  }
}
