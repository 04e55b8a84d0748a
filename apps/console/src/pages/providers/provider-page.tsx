export function ProviderPage() {
  return null;
}
