interface Layer {
  match(path: string): boolean;
  route?: { methods: Readonly<Record<string, boolean>> };
}

/** @param router of Express. @returns the methods that an address takes; empty if nothing is there */
export function getAllowedMethods(router: object, path: string): Set<string> {
  const methods = new Set<string>();
  for (const layer of (router as { stack: Layer[] }).stack) {
    if (!layer.route || !layer.match(path)) continue;
    for (const method of Object.keys(layer.route.methods)) if (method !== '_all') methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods;
}
