import type { ReadRows } from '~/server/database/rows'

/** The master key of now, which is the one that wrapped last: one that was given back after another had been tried is not the youngest. Null while no engine has said. */
export async function masterNow({ dataKey, masterKey }: Pick<ReadRows, 'dataKey' | 'masterKey'>): Promise<{ name: string; since: Date } | null> {
  const known = await masterKey.findMany()
  const last = await dataKey.findFirst({ where: { destroyedAt: null, wrappedBy: { in: known.map(({ name }) => name) } }, orderBy: { wrappedAt: 'desc' }, select: { wrappedBy: true } })
  return known.find(({ name }) => name === last?.wrappedBy) ?? null
}
