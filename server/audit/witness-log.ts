/** Gives each checkpoint to whoever keeps them outside, in order, again until it is taken. What they hold they are asked themselves: this database is what they are witnesses against. What does not go on from that they are not given. */
import { createHash } from 'node:crypto'
import { lookUnderLease, underLease, writeUnderLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import type { Transaction } from '~/server/database/client'
import { post, type Resolve } from '~/server/outbox/webhook/post'
import { readInside, readWitness } from '~/server/settings/outside'
import { rootOf } from '~/server/merkle/frontier'
import type { Checkpoint } from './checkpoint'
import { decideGiven, decideSet, failureOf, pauseAfter, type SetWitness, type WitnessFailure } from './decide-witness'
import { keysToCompareBy } from './handovers'
import { frontierAt } from './read-tiles'
import { heldIn, keepIn } from './witness-file'
import { heldAt } from './witness-held'

type Given = { readonly size: number; readonly note: string; readonly at: Date }
type Outcome = { readonly size: number | null; readonly failure: WitnessFailure | null }
const atOnce = 100
const scope = { loop: 'seal' } as const

export async function witnessLog(lease: string, resolve?: Resolve): Promise<void> {
  const { directory, address } = readWitness(process.env)
  const set = [...(directory === null ? [] : [setOf('directory', directory, directory)]), ...(address === null ? [] : [setOf('address', address, new URL(address).host)])]
  if (await lookUnderLease(lease, scope, async (sql) => Object.values(await changesIn(sql, set)).some((some) => some.length > 0))) await underLease(lease, scope, (sql) => settle(sql, set))
  const keys = await lookUnderLease(lease, scope, keysToCompareBy)
  if (keys === null) return
  if (directory !== null) await turn(lease, 'directory', async () => heldIn(directory, keys), async (given) => keep(directory, given))
  if (address !== null) await turn(lease, 'address', () => heldAt(address, Date.now(), keys, resolve), (given) => tell(address, given, resolve))
}

const setOf = (kind: SetWitness['kind'], set: string, name: string): SetWitness => ({ kind, place: createHash('sha256').update(set).digest('hex'), name })
/** Who is set no more is not forgotten: until when they kept the log stays known, and whoever works on the platform is told. */
async function settle(sql: Transaction, set: readonly SetWitness[]): Promise<void> {
  const { ends, begins, resumes, named } = await changesIn(sql, set)
  const now = new Date()
  for (const { kind, place } of ends) {
    const { name, size, at } = await sql.witness.update({ where: { kind_place: { kind, place } }, data: { endedAt: now } })
    if (at !== null) await raiseOnce(sql, 'log.unwitnessed', `${kind} ${place} ${size}`, { witness: name ?? kind, size: Number(size), until: now.toISOString() })
  }
  for (const { kind, ...one } of named) await sql.witness.update({ where: { kind_place: { kind, place: '' } }, data: one })
  for (const { kind, place } of resumes) await sql.witness.update({ where: { kind_place: { kind, place } }, data: { endedAt: null, nextAt: now } })
  if (begins.length > 0) await sql.witness.createMany({ data: begins.map((one) => ({ ...one, size: 0, tries: 0, nextAt: now })) })
}
const changesIn = async (sql: Transaction, set: readonly SetWitness[]) => decideSet(await sql.witness.findMany(), set)
const isSet = (kind: string) => ({ kind, endedAt: null })

/** Nothing is held while it is given: only what came of it is written under the lease. */
async function turn(lease: string, kind: SetWitness['kind'], ask: () => Promise<Checkpoint | null | 'not_ours'>, give: (given: readonly Given[]) => Promise<Outcome>): Promise<void> {
  const row = await lookUnderLease(lease, scope, (sql) => sql.witness.findFirst({ where: isSet(kind) }))
  if (!row || row.nextAt > new Date()) return
  const says = await ask().catch(() => 'not_writable' as const)
  if (says === 'not_ours' || says === 'not_writable') return write(lease, kind, { size: null, failure: says })
  // A directory holds what it says. An address need not say, and what it said is as of then: what it took since, it holds.
  const held = kind === 'address' && row.at !== null && Number(row.size) > (says?.size ?? 0) ? { size: Number(row.size) } : says
  const found = await lookUnderLease(lease, scope, async (sql) => {
    const last = await sql.checkpoint.findFirst({ orderBy: { size: 'desc' }, select: { size: true } })
    const signed = Number(last?.size ?? 0)
    const given = decideGiven(held, signed, says !== null && says.size <= signed ? rootOf(await frontierAt(sql, says.size)).equals(says.root) : null, row.at === null ? 0 : Number(row.size))
    return { given, notes: given !== null && 'give' in given ? await sql.checkpoint.findMany({ where: { size: { gt: given.since } }, orderBy: { size: 'asc' }, take: atOnce }) : [] }
  })
  if (!found) return
  const { given, notes } = found
  if (given !== null && 'failure' in given && given.failure === 'lost') return write(lease, kind, { size: null, failure: 'lost' })
  if (given !== null && 'failure' in given) return write(lease, kind, { size: null, failure: 'went_back' }, given.failure === 'went_back' ? { kind: 'truncated', position: held?.size ?? 0 } : { kind: 'rewritten', position: says?.size ?? 0 })
  if (given === null) return row.failure ? write(lease, kind, { size: held?.size ?? null, failure: null }) : undefined
  if (notes.length > 0) await write(lease, kind, await give(notes.map(({ size, note, at }) => ({ size: Number(size), note, at }))))
}
function keep(directory: string, given: readonly Given[]): Outcome {
  try {
    keepIn(directory, given)
    return { size: given.at(-1)?.size ?? null, failure: null }
  } catch {
    return { size: null, failure: 'not_writable' }
  }
}
async function tell(address: string, given: readonly Given[], resolve: Resolve | undefined): Promise<Outcome> {
  let size: number | null = null
  for (const one of given) {
    const failure = failureOf(await post(address, { headers: {}, body: JSON.stringify({ at: one.at.toISOString(), note: one.note }) }, { inside: readInside(process.env), ...(resolve ? { resolve } : {}) }))
    if (failure !== null) return { size, failure }
    size = one.size
  }
  return { size, failure: null }
}

type Lost = { readonly kind: 'truncated' | 'rewritten' | 'resealed'; readonly position: number }
async function write(lease: string, kind: string, { size, failure }: Outcome, lost: Lost = { kind: 'resealed', position: 0 }): Promise<void> {
  await writeUnderLease(lease, { loop: 'seal' }, async (sql) => {
    const row = await sql.witness.findFirst({ where: isSet(kind) })
    if (row === null) return
    const now = new Date()
    const tries = failure === null ? 0 : row.tries + 1
    const ends = { tries, failure, failingSince: failure === null ? null : (row.failingSince ?? now), nextAt: failure === null ? now : new Date(now.getTime() + pauseAfter(tries)), ...(size === null ? {} : { size, at: now }) }
    await sql.witness.update({ where: { kind_place: { kind, place: row.place } }, data: ends })
    if (failure === 'lost') await raiseOnce(sql, 'log.unwitnessed', `${kind} ${row.place} ${row.size}`, { witness: row.name ?? kind, size: Number(row.size), until: (row.at ?? now).toISOString() })
    if (failure === 'went_back' || failure === 'not_ours') await raiseOnce(sql, `log.${lost.kind}`, `null null ${lost.position}`, { ...lost, tenant: null, stream: null, sequence: null })
  })
}
