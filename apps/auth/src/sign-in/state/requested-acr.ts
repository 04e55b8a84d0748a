type Params = Readonly<Record<string, unknown>>;

/** Parses the voluntary `acr_values`: OpenID Connect Core section 3.1.2.1. */
export function parseVoluntaryAcrValues({ acr_values: values }: Params): string[] {
  return typeof values === 'string' ? values.split(' ') : [];
}

/** Parses the essential `acr` claim of the ID token: OpenID Connect Core section 5.5.1.1. */
export function parseEssentialAcrValues({ claims }: Params): string[] {
  const acr = (parseClaims(claims) as { id_token?: { acr?: unknown } } | null)?.id_token?.acr;
  const { essential, value, values } = (acr ?? {}) as { essential?: unknown; value?: unknown; values?: unknown };
  if (essential !== true) return [];
  return [value, ...(Array.isArray(values) ? (values as unknown[]) : [])].filter((one) => typeof one === 'string');
}

/** oidc-provider has validated the JSON before it creates the interaction. */
function parseClaims(claims: unknown): unknown {
  if (typeof claims !== 'string') return null;
  try {
    return JSON.parse(claims) as unknown;
  } catch {
    return null;
  }
}
