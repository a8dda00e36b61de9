/** How a person wants it to look. The empty word follows the system, or is the usual. */
export const choices = {
  theme: { legend: 'Theme', options: { '': 'System', light: 'Light', dark: 'Dark' } },
  density: { legend: 'Rows', options: { '': 'Compact', comfortable: 'Comfortable' } },
} as const
export type Choice = keyof typeof choices

export const isChoice = (choice: Choice, value: string | undefined): value is string => value !== undefined && value !== '' && Object.hasOwn(choices[choice].options, value)
