/** How a person wants it to look and to be used. The empty word follows the system, or is the usual. */
export const choices = {
  theme: { legend: 'Theme', options: { '': 'System', light: 'Light', dark: 'Dark' } },
  density: { legend: 'Rows', options: { '': 'Compact', comfortable: 'Comfortable' } },
  keys: { legend: 'Single-key shortcuts', options: { '': 'On', off: 'Off' } },
} as const
export type Choice = keyof typeof choices

export const isChoice = (choice: Choice, value: string | undefined): value is string => value !== undefined && value !== '' && Object.hasOwn(choices[choice].options, value)
