const STORED = 'single-keys';

/** Whether single keys do something. They can be turned off, because speech input may trigger them (WCAG 2.1.4). */
export const hasSingleKeys = () => localStorage.getItem(STORED) !== 'off';
export const setSingleKeys = (isOn: boolean) => localStorage.setItem(STORED, isOn ? 'on' : 'off');

/** Whether a key belongs to a field or a dialog. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog], [role=listbox]') !== null);
