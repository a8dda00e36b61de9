import { grouped } from '~/server/shared/grouped'

/** What somebody asked for within an hour and was refused, because the quota has no room for it; `person` is null where nobody is known. */
export type OverQuota = { readonly tenant: string; readonly person: string | null; readonly hour: string; readonly times: number }
/** Of one tenant within one hour. */
export type OverQuotaHour = { readonly tenant: string; readonly hour: string; readonly times: number; readonly people: readonly (string | null)[] }

/** Any attempt is told of: none is too few to know of, and one is enough. */
export const overQuotaLeast = 1
/** Whose attempts are told of, hour by hour. */
export function decideOverQuota(tried: readonly OverQuota[]): OverQuotaHour[] {
  return [...grouped(tried, ({ tenant, hour }) => `${tenant} ${hour}`).values()].flatMap((own) => {
    const [first] = own
    const times = own.reduce((sum, each) => sum + each.times, 0)
    return first && times >= overQuotaLeast ? [{ tenant: first.tenant, hour: first.hour, times, people: own.map(({ person }) => person) }] : []
  })
}
/** Nobody is told of what nobody but they did. */
export const isNewsTo = (admin: string, { people }: Pick<OverQuotaHour, 'people'>): boolean => people.some((person) => person !== admin)
