/** Of whom the record is searched where people are named by less than an id. A word that is more people than are looked for at once is told apart from one that is all of whom it could be. */
export type Found = { readonly said: string; readonly people: readonly string[]; /** There are others of whom it is as much a part. */ readonly isMore: boolean }
export const actorsMost = 50
export function prepareActors(found: readonly Found[]): { ids: string[]; unknown: string[]; cut: string[] } {
  const all = [...new Set(found.flatMap(({ people }) => people))]
  const ids = new Set(all.slice(0, actorsMost))
  return {
    ids: [...ids],
    unknown: found.filter(({ people }) => people.length === 0).map(({ said }) => said),
    cut: found.filter(({ people, isMore }) => isMore || people.some((person) => !ids.has(person))).map(({ said }) => said),
  }
}
