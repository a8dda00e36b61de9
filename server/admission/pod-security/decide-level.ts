/**
 * What is asked of a pod, from the laxest. The first three are the Pod Security Standards; `hardened` is ours, beyond them: what a pod that runs code of others can do
 * without, and many ordinary images cannot.
 */
export const levels = ['privileged', 'baseline', 'restricted', 'hardened'] as const
export type Level = (typeof levels)[number]
/** What a namespace asks for beyond the platform: of what asks for nothing there is no such. */
export const levelsOfNamespaces = levels.filter((level) => level !== 'privileged')
export type LevelOfNamespace = (typeof levelsOfNamespaces)[number]

export const isBelow = (one: Level, other: Level): boolean => levels.indexOf(one) < levels.indexOf(other)
export const stricter = (one: Level, other: Level | null): Level => (other !== null && isBelow(one, other) ? other : one)
