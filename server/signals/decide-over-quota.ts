import { grouped } from '~/server/shared/grouped'

/** Who asked within an hour for what their quota has no room for, and was refused; `person` is null where nobody is known. */
export type OverQuota = { readonly tenant: string; readonly person: string | null; readonly hour: string }
/** Of one tenant within one hour. */
export type OverQuotaHour = { readonly tenant: string; readonly hour: string; readonly people: readonly (string | null)[] }

/** What is told of, hour by hour: any attempt, because none is too few to know of. How many they are by the end of the hour the record says. */
export const decideOverQuota = (tried: readonly OverQuota[]): OverQuotaHour[] =>
  [...grouped(tried, ({ tenant, hour }) => `${tenant} ${hour}`).values()].flatMap((own) => own.slice(0, 1).map(({ tenant, hour }) => ({ tenant, hour, people: own.map(({ person }) => person) })))
/** Nobody is told of what nobody but they did. */
export const isNewsTo = (admin: string, { people }: Pick<OverQuotaHour, 'people'>): boolean => people.some((person) => person !== admin)
