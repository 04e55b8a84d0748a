export function ClientPage() {
  return null;
}
