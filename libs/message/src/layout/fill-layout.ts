/** What a section repeats its text for: `true` for once, nothing for never, or the values of each repetition. */
type LayoutValue = string | boolean | readonly LayoutValues[];
export interface LayoutValues {
  readonly [name: string]: LayoutValue;
}

/** A section, which may contain others, or a value. */
const PLACEHOLDER = /\{\{#(?<section>\w+)\}\}(?<content>.*?)\{\{\/\k<section>\}\}|\{\{(?<name>\w+)\}\}/gs;

/**
 * Fills a layout: `{{name}}` becomes a value, and `{{#name}}…{{/name}}` is repeated for each of its values, or left out if it is empty.
 * Every value is escaped, and none is read for placeholders.
 */
export function fillLayout(layout: string, values: LayoutValues): string {
  return layout.replaceAll(PLACEHOLDER, (...match) => {
    const { section, content, name } = match.at(-1) as { section?: string; content?: string; name?: string };
    const value = values[(section ?? name)!];
    // control: values in mails are no markup
    if (section === undefined) return escapeHtml(String(value));
    const repetitions = Array.isArray(value) ? (value as readonly LayoutValues[]) : value ? [{}] : [];
    return repetitions.map((repetition) => fillLayout(content!, { ...values, ...repetition })).join('');
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
