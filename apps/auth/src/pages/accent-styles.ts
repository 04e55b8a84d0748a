/** The style sheet that gives pages an accent color. */
export function accentStyles(color: string): string {
  return `:root { --accent: ${color}; }\n`;
}
