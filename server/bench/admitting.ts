/**
 * An engine's work, to be killed in the middle of: `prepare` makes the places, `work` admits and releases until it is killed, saying on each line what it is about to ask
 * and what it was answered, `check` looks at what is there. What was asked and not answered is asked again, with the same key, by whoever comes next.
 */
import { randomUUID } from 'node:crypto'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { connectAs, loading } from '~/server/testing/world'
import { adminOf, create, makePlaces, release } from './places'

const [, , mode = '', person = '', given = '[]'] = process.argv
const tenants = ['bench-0-0', 'bench-0-1']
const line = (...words: string[]) => { process.stdout.write(`${words.join(' ')}\n`) }
const again = JSON.parse(given) as string[][]

async function attempt(verb: string, key: string, tenant: string, about: string): Promise<string | null> {
  const actor = adminOf(person, tenants)
  line('asked', verb, key, tenant, about)
  for (let tries = 0; tries < 200; tries++) {
    try {
      const answer = verb === 'create' ? await create(actor, tenant, about, { key }) : await release(actor, tenant, about, key)
      const made = answer.ok ? (answer.value as { allocation: string }).allocation : null
      line('told', verb, key, made ?? '-')
      return made
    } catch {
      // The database was killed: whether it happened is not known, and asking again with the same key tells.
      await new Promise((later) => setTimeout(later, 100))
    }
  }
  throw new Error(`${verb} ${key} was never answered`)
}

async function work(clients: number, turns: number): Promise<void> {
  for (const [verb = '', key = '', tenant = '', about = ''] of again) await attempt(verb, key, tenant, about)
  await Promise.all(Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; turn < turns; turn++) {
      const tenant = tenants[(client + turn) % 2] ?? ''
      const made = await attempt('create', randomUUID(), tenant, `w${randomUUID().slice(0, 13)}`)
      if (made && turn % 3 === 0) await attempt('release', randomUUID(), tenant, made)
    }
  }))
}

async function check(): Promise<void> {
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', 'bench-0', true), set_config('app.lane_tenants', $1, true)", [tenants.join(',')])
  const { rows } = await sql.query("SELECT action || ' ' || idempotency_key AS deed, verdict, allocation_id FROM decision ORDER BY at")
  await sql.end()
  for (const { deed, verdict, allocation_id: allocation } of rows) line('decided', deed.replace('allocations.', ''), verdict, allocation ?? '-')
  const { rows: [sums] } = await loading((owner) => owner.query(`SELECT
    (SELECT count(*) FROM account a WHERE kind = 'namespace' AND a.used[1] <> coalesce((SELECT sum(l.amounts[array_position(l.resources, 'cpu')]) FROM allocation l WHERE l.account_id = a.id AND l.ended_at IS NULL), 0))::int AS wrong,
    (SELECT sum(deed_sequence)::int FROM account WHERE kind = 'tenant') AS numbered`))
  line('sums', String(sums.wrong), String(sums.numbered))
}

if (mode === 'prepare') {
  const { actor } = await makePlaces({ organisations: 1, tenantsEach: 2, hard: 10n ** 18n })
  line('person', actor.personId)
} else if (mode === 'work') await work(16, Number.MAX_SAFE_INTEGER)
else if (mode === 'finish') await work(2, 1)
else await check()
await closeLanes()
await closeDatabase()
