import { z } from 'zod'
import { AmountText, Handle, Resource } from '~/server/api/inputs'
import { Meant } from './draft'
import { type Approving, makeKind, type Seen } from '~/server/requests/kind'
import { decideRaise } from './decide-raise'
import { accountColumns, givenBy, limitsWith, nothingGiven, quotaOf } from './quota'

/** More of a resource for a tenant, out of what its organisation has: from what it was when it was asked, to what. */
export const QuotaRaise = z.strictObject({ organisation: Handle, tenant: Handle, resource: Resource, from: AmountText, to: AmountText, draft: Meant })
export type QuotaRaise = z.infer<typeof QuotaRaise>

const idOf = ({ organisation, tenant }: QuotaRaise) => `platform/${organisation}/${tenant}`

export const raise = makeKind({
  asks: ['quotas.raise'],
  payload: QuotaRaise,
  gainers: () => [],
  shown: (asked: QuotaRaise) => asked,
  inDeed: {
    /** Parents before children, as everywhere. */
    hold: async ({ rows }: Approving, asked) => {
      for (const id of [`platform/${asked.organisation}`, idOf(asked)]) await rows.account.updateMany({ where: { id }, data: { version: { increment: 0n } } })
    },
    load: async (rows: Seen, asked: QuotaRaise) => {
      const account = await rows.account.findUniqueOrThrow({ where: { id: idOf(asked) }, select: accountColumns })
      const parent = await rows.account.findUniqueOrThrow({ where: { id: `platform/${asked.organisation}` }, select: accountColumns })
      const { frozenAt } = await rows.tenant.findUniqueOrThrow({ where: { id: asked.tenant }, select: { frozenAt: true } })
      const { limit, used, held } = quotaOf(account, asked.resource, nothingGiven)
      const { unshared } = quotaOf(parent, asked.resource, await givenBy(rows, parent.id))
      return { limit, used, held, unshared, tenantFrozen: frozenAt !== null, asked }
    },
    decide: ({ asked, ...state }) => decideRaise(state, { from: BigInt(asked.from), to: BigInt(asked.to) }),
    effect: async ({ rows, now, actor }: Approving, asked: QuotaRaise) => {
      const account = await rows.account.findUniqueOrThrow({ where: { id: idOf(asked) }, select: accountColumns })
      const to = BigInt(asked.to)
      const written = limitsWith(account, new Map([[asked.resource, to]]))
      const version = account.version + 1n
      await rows.account.update({ where: { id: account.id, version: account.version }, data: { ...written, version }, select: { id: true } })
      await rows.quota.updateMany({ where: { accountId: account.id, resource: asked.resource, validTo: null }, data: { validTo: now } })
      const hard = written.hard[written.resources.indexOf(asked.resource)] ?? to
      await rows.quota.create({ data: { accountId: account.id, resource: asked.resource, version, tenantId: asked.tenant, nominal: to, hard, validFrom: now, setBy: actor.personId }, select: { version: true } })
      return { tenant: asked.tenant, resource: asked.resource, before: asked.from, after: asked.to }
    },
  },
})
