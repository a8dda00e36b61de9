import type { ContainmentShown } from '~/server/incidents/list-incidents'

/** What the record says of a thing since the incident began, as it would be typed to search it. */
export function searchFor({ of, thing }: Pick<ContainmentShown, 'of' | 'thing'>, since: string): string {
  const what = of === 'person' ? `actor:${thing}` : of === 'tenant' ? `tenant:${thing}` : thing
  return `${what} since:${since}`
}
