import type { WriteRows } from '~/server/database/rows'

/** `once` names the thing that is told: said again, it is one message. */
export type Message = { readonly kind: string; readonly body: { readonly [name: string]: string | null }; readonly once: string }
    & ({ readonly channel: 'mail'; readonly person: string } | { readonly channel: 'event'; readonly tenant: string | null } | { readonly channel: 'webhook'; readonly tenant: string | null; readonly webhook: string })

/** In the transaction of what it tells of: with that it is there, and without it is not. Delivered by a loop, later. */
export async function enqueue(rows: Pick<WriteRows, 'outbox'>, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await rows.outbox.createMany({
    data: messages.map(({ kind, body, once, ...to }) => ({ kind, body, once, channel: to.channel, personId: to.channel === 'mail' ? to.person : null, tenantId: to.channel === 'mail' ? null : to.tenant, webhookId: to.channel === 'webhook' ? to.webhook : null })), skipDuplicates: true,
  })
}
