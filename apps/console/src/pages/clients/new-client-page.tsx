export function NewClientPage() {
  return null;
}
