import type { ReadRows } from '~/server/database/rows'

/** In which nobody has a turn just then: frozen, or about to be deleted. */
export const shutNamespaces = async (rows: Pick<ReadRows, 'namespace'>): Promise<string[]> =>
  (await rows.namespace.findMany({ where: { deletedAt: null, OR: [{ frozenAt: { not: null } }, { closingAt: { not: null } }] }, select: { id: true } })).map(({ id }) => id)
