import type { WriteRows } from '~/server/database/rows'

/** Held by whoever closes a case or takes a step of it, before they look at it, by writing what is there already: a step is numbered with its tenant's deeds and the closing with the platform's, so that nothing else has the one wait for the other. */
export const holdCase = ({ caseFile }: Pick<WriteRows, 'caseFile'>, id: string) => caseFile.updateMany({ where: { id, closedAt: null }, data: { closedAt: null } })
