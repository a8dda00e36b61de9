/**
 * What would come of something, seen by doing it with the engine's rights and taking it back, whatever it was: what is tried here never happened. Whoever it is done by
 * and whatever it is done to is made for it, and gone with it.
 */
import pg from 'pg'
import type { Actor } from '~/server/identity/actor'
import { secretText } from '~/server/keys/secret'
import { database, type Transaction } from './client'
import { type Deed, inDeed } from './deed'
import { limits } from './limits'
import { type Scope, say } from './scope'
import { UntilSilent } from './silence'

export type Rehearsal = {
  /** For whom it works from now on; what is not named is nobody. */
  readonly say: (settings: Readonly<Record<string, string>>) => Promise<void>
  readonly run: (text: string, values?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>
}
export type Rehearse = <T>(work: (on: Rehearsal) => Promise<T>) => Promise<T>

const settings = ['app.tenant_id', 'app.namespaces', 'app.person_id', 'app.platform', 'app.staff', 'app.loop', 'app.lane', 'app.lane_tenants']

/** One after another, over one connection. */
export async function rehearsing<T>(work: (rehearse: Rehearse) => Promise<T>): Promise<T> {
  const sql = new UntilSilent({ connectionString: secretText('ENGINE_DATABASE_URL_FILE'), application_name: 'bailiwick-engine-controls', connectionTimeoutMillis: 5_000, options: limits() })
  sql.on('error', () => undefined)
  await sql.connect()
  const on: Rehearsal = {
    say: async (said) => { for (const name of settings) await sql.query('SELECT set_config($1, $2, true)', [name, said[name] ?? '']) },
    run: async (text, values = []) => (await sql.query(text, [...values])).rows,
  }
  try {
    return await work(async (rehearsed) => {
      await sql.query('BEGIN')
      try {
        return await rehearsed(on)
      } finally {
        await sql.query('ROLLBACK')
      }
    })
  } finally {
    await sql.end()
  }
}
class TakenBack extends Error {}
/** The same for what a loop does, with a loop's own hands. `work` says itself for whom it works. */
export async function rehearseLoop<T>(work: (sql: Transaction, on: (scope: Scope) => Promise<void>) => Promise<T>): Promise<T> {
  const came: T[] = []
  await database('engine').$transaction(async (sql) => {
    came.push(await work(sql, (scope) => say(sql, scope)))
    throw new TakenBack()
  }, { timeout: 15_000, maxWait: 5_000 }).catch((thrown: unknown) => { if (!(thrown instanceof TakenBack)) throw thrown })
  return came[0] as T
}
/** A deed of somebody's as far as `work` goes with it: what it throws is thrown, and otherwise nothing was done. */
export async function rehearseDeed(actor: Actor, work: (deed: Deed) => Promise<unknown>): Promise<void> {
  const begun = inDeed(actor, () => '', async (deed) => {
    await work(deed)
    throw new TakenBack()
  })
  await begun.catch((thrown: unknown) => { if (!(thrown instanceof TakenBack)) throw thrown })
}
/** The code by which the database said no; null if it did not. */
export async function refusalOf(act: Promise<unknown>): Promise<string | null> {
  try {
    await act
    return null
  } catch (thrown) {
    if (thrown instanceof pg.DatabaseError && thrown.code) return thrown.code
    throw thrown
  }
}
