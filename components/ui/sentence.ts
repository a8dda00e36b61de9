/** A word as the first of a line. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
