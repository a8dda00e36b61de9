/** How long the record is kept, tried with the engine's rights on the month that goes on: what refuses it must be its age, and nothing that comes after. */
import { type Rehearsal, refusalOf } from '~/server/database/rehearse'
import { type ControlId, tooYoung } from './catalogue'
import { done } from './decide-control'
import type { Probe } from './probe'

const came = async (act: Promise<unknown>) => (await refusalOf(act)) ?? done
const readOut = ({ run }: Rehearsal, month: string) => run(`SELECT FROM records_of_month(${month}, '', '', 0, 1)`)
const asLoop = (on: Rehearsal) => on.say({ 'app.loop': 'months', 'app.platform': 'on' })

const keeping: Probe = async ({ rehearse }) => {
  const taken = await rehearse(async (on) => {
    await asLoop(on)
    return came(on.run("SELECT take_record_month(date_trunc('month', now() AT TIME ZONE 'UTC')::date, 1, 'probe', sha256(''), 'probe')"))
  })
  const read = await rehearse(async (on) => {
    await asLoop(on)
    return came(readOut(on, "date_trunc('month', now() AT TIME ZONE 'UTC')::date"))
  })
  const said = await rehearse(async (on) => {
    await asLoop(on)
    return came(on.run("INSERT INTO policy (id, kind, version, body) VALUES (gen_random_uuid(), 'retention', 9223372036854775807, '{\"days\": 364, \"reason\": \"Probe\"}')"))
  })
  const allowed = await rehearse(async (on) => {
    await asLoop(on)
    return came(readOut(on, "date '2020-01-01'"))
  })
  return { forbidden: taken === tooYoung && read === '42501' && said === '23514' ? tooYoung : done, allowed }
}

export const retentionProbes = { 'record.retention': keeping } as const satisfies Partial<Record<ControlId, Probe>>
