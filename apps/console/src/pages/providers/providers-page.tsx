export function ProvidersPage() {
  return null;
}
