/** The `Link` header (RFC 8288) of a page: where the pages beside it are. */
export function createLinkHeader(links: Readonly<Record<string, URL>>): string {
  return Object.entries(links)
    .map(([relation, url]) => `<${url.href}>; rel="${relation}"`)
    .join(', ');
}

/** The public address of a request, with other query parameters. */
export function withQuery(baseUrl: string, originalUrl: string, parameters: Readonly<Record<string, string>>): URL {
  const url = new URL(originalUrl, baseUrl);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
