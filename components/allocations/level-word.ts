const words: Readonly<Record<string, string>> = { organisation: 'Organisation', tenant: 'Tenant', namespace: 'Namespace', class: 'Class' }
/** What an account on the way to a place is called, by its kind. */
export const levelWord = (level: string): string => words[level] ?? level
