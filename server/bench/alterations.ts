/**
 * Whether what is sealed holds together under load, and whether anything can be done to it that is not found. Fifty write for a minute while it is sealed; it is compared from
 * the first leaf to the last; then whoever owns the database alters it ten thousand times, straight in the tables, with nothing to go by but the last checkpoint that is kept outside.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sealRecords } from '~/server/audit/seal-records'
import { keepIn } from '~/server/audit/witness-file'
import { closeDatabase } from '~/server/database/client'
import { takeLease } from '~/server/database/lease'
import { alterAtRandom, compared } from '~/server/testing/alter-at-random'
import { alterationKinds, readLog } from '~/server/testing/alterations'
import { asOwner } from '~/server/testing/owner'
import { anyShort, option, say, tell } from './figures'
import { append } from './records'

const [seconds, each, seed] = [option('seconds', 60), option('each', Math.ceil(10_000 / alterationKinds.length)), option('seed', 1)]
const [writers, streams] = [50, 10]
const none = (name: string, value: number) => tell(name, value, '', { goal: 'none', holds: value === 0 })
async function sealing(): Promise<void> {
  await takeLease('seal-records', 60)
  await sealRecords('seal-records')
}

const directory = mkdtempSync(`${tmpdir()}/witness-`)
process.env.WITNESS_DIRECTORY = directory
const rate = await append(seconds, sealing, { many: writers, streams })
await sealing()
tell(`appended by ${writers} writers to ${streams} streams while being sealed`, rate, 'records/s', { goal: 'at least 1,500', holds: rate >= 1_500 })
await asOwner(async (sql) => {
  await sql.query("SET app.loop = 'seal'")
  const log = await readLog(sql)
  keepIn(directory, log.checkpoints.slice(-1))
  const { rows: [{ gaps, waited }] } = await sql.query("SELECT (SELECT count(*) FROM signal WHERE kind LIKE 'record.%')::int AS gaps, (SELECT max(waited_ms) FROM checkpoint)::int AS waited")
  say(`${log.leaves.length.toLocaleString('en')} records under ${log.checkpoints.length} checkpoints`)
  none('numbers without a record', gaps)
  tell('the longest that a record waited to be sealed, which is what cannot be seen', waited, 'ms', { goal: 'at most 10,000', holds: waited <= 10_000 })
  const whole = { from: 0, to: log.leaves.length }
  none('faults and forks, from the first leaf to the last', (await compared(log, whole)).length)
  const began = performance.now()
  const { tally, lost } = await alterAtRandom(sql, each, seed, (done) => { if (done % 1_000 === 0) say(`${done.toLocaleString('en')} alterations`) })
  tell('an alteration, its comparison and its undoing', (performance.now() - began) / (each * alterationKinds.length), 'ms')
  for (const kind of alterationKinds) {
    const { done, found, named } = tally[kind]
    tell(`${kind}: found of ${done.toLocaleString('en')}`, found, '', { goal: 'all', holds: found === done })
    tell(`${kind}: called by its name`, named, '', { goal: 'all', holds: named === done })
  }
  for (const { kind, from, to, called } of lost.slice(0, 10)) say(`not ${called}: ${kind}, leaves ${from} to ${to}`)
  none('faults after all of it was put back', (await compared(log, whole)).length)
})
rmSync(directory, { recursive: true })
await closeDatabase()
process.exit(anyShort() ? 1 : 0)
