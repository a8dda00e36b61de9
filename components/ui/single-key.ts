const takesText = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'
const floats = 'dialog, [role="dialog"], [role="listbox"], [popover]'

/** Whether a key is free to act on the page: nobody is typing, nothing floats over it, and no other key or program has a claim to it. */
export function isFreeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.target instanceof Element) || event.target.closest(`${takesText}, ${floats}`) === null
}

/** A single letter or sign acts only while its reader has not switched that off: who speaks to a computer says letters by accident (WCAG 2.1.4). */
export const isSingleKey = (event: KeyboardEvent): boolean => isFreeKey(event) && document.documentElement.dataset.keys !== 'off'
