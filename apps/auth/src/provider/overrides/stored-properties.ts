/** Stores an additional property with each record of a model of oidc-provider. Checked against oidc-provider 9.13.3. */
export function storeProperty(model: object, property: string): void {
  const { IN_PAYLOAD: properties } = model as { IN_PAYLOAD: string[] };
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => [...properties, property] });
}
