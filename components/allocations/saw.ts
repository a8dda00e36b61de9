import type { Json } from '~/server/shared/canonical'

/** What a check looked at, as it is kept for years: read field by field, so that a line of a check that has changed since is shown as far as it is understood. */
type Saw = Json | undefined
export type Field = { readonly [key: string]: Json }

export const fieldsOf = (saw: Saw): Field => (typeof saw === 'object' && saw !== null && !Array.isArray(saw) ? (saw as Field) : {})
export const listOf = (saw: Saw): readonly Json[] => (Array.isArray(saw) ? saw : [])
export const textOf = (saw: Saw): string => (typeof saw === 'string' || typeof saw === 'number' ? String(saw) : '')
export const textsOf = (saw: Saw): string[] => listOf(saw).map(textOf).filter((text) => text !== '')
export const numberOf = (saw: Saw): number => (Number.isFinite(Number(textOf(saw))) ? Number(textOf(saw)) : 0)
/** By resource, in smallest units; what is no whole number is left out. */
export const amountsOf = (saw: Saw): [resource: string, amount: string][] => Object.entries(fieldsOf(saw)).flatMap(([resource, amount]) => (/^-?\d+$/.test(textOf(amount)) ? [[resource, textOf(amount)]] : []))
