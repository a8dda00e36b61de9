import { paths } from '~/components/shell/paths'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { adminsOf, staffNow } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { eachAlone } from '~/server/shared/alone'
import { standingOf } from './decide-erasure'

const words = { asked: 'erasure_asked', waits: 'erasure_signed', due: 'erasure_signed', taken_back: 'erasure_taken_back' } as const

/** Says each thing once, to whoever can do something about it: the admins of the tenant, and everybody who works on the platform. Of what is erased the list says so. */
export async function tellOfErasures(lease: string): Promise<number> {
  const untold = (what: 'asked' | 'waits' | 'taken_back') => ({ NOT: { told: { has: what } } })
  // What was told waits for as long as it likes, and keeps no other from being told of.
  const isUntold = [{ takenBackAt: { not: null }, ...untold('taken_back') }, { takenBackAt: null, signedAt: { not: null }, ...untold('waits') }, { takenBackAt: null, signedAt: null, ...untold('asked') }]
  const some = await lookUnderLease(lease, { loop: 'erase' }, ({ erasure }) => erasure.findMany({ where: { erasedAt: null, OR: isUntold }, orderBy: { askedAt: 'asc' }, take: 50, select: { id: true } }))
  return (await eachAlone(some ?? [], ({ id }) => underLease(lease, { loop: 'erase' }, (sql) => tellOf(sql, id)))).length
}

async function tellOf(sql: Transaction, id: string): Promise<void> {
  const now = new Date()
  const erasure = await sql.erasure.findUniqueOrThrow({ where: { id } })
  const standing = standingOf(erasure, now)
  if (standing === 'erased') return
  const what = standing === 'due' ? 'waits' : standing
  if (erasure.told.includes(what)) return
  await sql.erasure.updateMany({ where: { id }, data: { told: [...erasure.told, what] } })
  const did = standing === 'asked' ? erasure.askedBy : standing === 'taken_back' ? erasure.takenBackBy : erasure.signedBy
  for (const [people, path] of [[await adminsOf(sql, erasure.tenantId, now), paths.erasures(erasure.tenantId)], [await staffNow(sql, now), paths.platformErasures()]] as const) {
    await tell(sql, people.filter((person) => person !== did), words[standing], { label: erasure.tenantId, place: erasure.tenantId }, path, { once: `${id} ${what}` })
  }
}
