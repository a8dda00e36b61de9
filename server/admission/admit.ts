import { randomUUID } from 'node:crypto'
import type { WriteAction } from '~/server/authorization/actions'
import type { Permit } from '~/server/authorization/permit'
import { Denied } from '~/server/authorization/denied'
import type { Answer } from '~/server/database/deed'
import { organisationsOf } from '~/server/database/lane-organisation'
import { Gather } from '~/server/shared/gather'
import type { Json } from '~/server/shared/canonical'
import { carryOutBatch } from './carry-out'
import type { By, Item, OwnDeed, Settled } from './item'
import { log } from '~/server/logs/log'
import type { Decider, Showing } from './decider'
import { Lanes } from './lanes'
import type { Left } from './turns'

const lanes = new Lanes<Item, Settled>((items, next) => carryOutBatch(items, next, (left) => { void lookAtQueue(left).catch((fault: unknown) => log.error('a queue was not looked at', { fault: String(fault) })) }))
const organisations = new Map<string, Promise<string>>()
const lookedFor = new Gather(organisationsOf, 1_000)

/** A tenant stays with its organisation for as long as it is there. Of many who come before it is known, for one tenant or for many, a few ask for all of them: so it is when an engine begins. */
export function organisationOf(tenant: string): Promise<string> {
  const known = organisations.get(tenant)
  if (known) return known
  const found = findOrganisation(tenant)
  organisations.set(tenant, found)
  found.catch(() => { organisations.delete(tenant) })
  return found
}
async function findOrganisation(tenant: string): Promise<string> {
  const found = await lookedFor.ask(tenant)
  if (found === undefined) throw new Denied('not_found')
  return found
}

type Asked = Pick<Item, 'action' | 'decider' | 'input' | 'at'> & { readonly permit: Permit<WriteAction>; readonly key: string; readonly inputDigest: string }
/** Has a wish decided together with whatever else has come, and answers when that is committed. */
export function admit({ permit: { actor, tenant, namespaces }, key, inputDigest, ...asked }: Asked): Promise<Answer<Json, string>> {
  return submit({ ...asked, by: { actor, tenant: tenant ?? '', namespaces, source: actor.source }, key: { id: key, inputDigest } })
}

/** What a loop of the engine's does because its time has come. */
export const admitByItself = <I extends Json, F, O, T extends Json, R extends string>({ action, decider, tenant, input, at }: { action: OwnDeed; decider: Decider<I, F, O, T, R>; tenant: string; input: I; at?: string | undefined }): Promise<Answer<Json, string>> =>
  submit({ action, decider: decider as unknown as Item['decider'], input, by: { actor: null, tenant, namespaces: '*', source: { address: 'engine', userAgent: 'engine', reference: randomUUID() } }, key: null, at })

/** Asks nothing: a batch of its lane looks at the queue, whatever it is about. */
const looking: Showing<Left, null, null> = { seeks: ({ tenant, allocation }) => ({ tenant, allocation }), facts: () => null, decide: () => null, shows: () => null }
/** Has those whose turn it is begin, in the organisation of one that waits. */
export async function lookAtQueue({ tenant, allocation }: Left): Promise<void> {
  await submit({ action: 'allocations.start', decider: looking as unknown as Item['decider'], input: { tenant, allocation }, by: { actor: null, tenant, namespaces: '*', source: { address: 'engine', userAgent: 'engine', reference: randomUUID() } }, key: null })
}

async function submit(asked: Omit<Item, 'by'> & { readonly by: Omit<By, 'organisation'> }): Promise<Answer<Json, string>> {
  const { tenant } = asked.by
  const organisation = await organisationOf(tenant)
  const settled = await lanes.submit(organisation, tenant, { ...asked, by: { ...asked.by, organisation } }).catch((fault: unknown) => {
    // Of two who bring one key in different tenants, the database lets one in.
    if (typeof fault === 'object' && fault !== null && 'constraint' in fault && fault.constraint === 'decision_key_key') throw new Denied('idempotency_key_reused')
    throw fault
  })
  if ('denied' in settled) throw settled.denied
  return settled.answer
}
