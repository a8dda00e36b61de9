import { matchesGlob } from '~/server/admission/residency/decide-residency'

/** Which of a provider's groups each tenant may bind, a star for any letters; null where every tenant may bind any. */
export type GroupsOf = Readonly<Record<string, readonly string[]>> | null
export const isTheirs = (groupsOf: GroupsOf, tenant: string, group: string): boolean =>
  groupsOf === null || (Object.hasOwn(groupsOf, tenant) && (groupsOf[tenant] ?? []).some((glob) => matchesGlob(glob, group)))
