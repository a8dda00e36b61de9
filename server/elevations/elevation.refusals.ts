export type ElevationRefusal = 'not_elevated'

export const elevationRefusals = {
  not_elevated: { says: 'You are not elevated.', fix: 'Nothing to do.' },
} as const satisfies Record<ElevationRefusal, { says: string; fix: string }>
