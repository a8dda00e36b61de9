/**
 * Who waits to be decided. A lane is an organisation: while one batch of it is decided the others queue, and the next takes what has come meanwhile, one of each
 * tenant's in turn, so that however many one tenant sends, another's waits for one batch and not for all of them. No timer: an idle lane takes whatever came in the same turn of the event loop.
 */
import { Denied } from '~/server/authorization/denied'

export type LaneBounds = { readonly batch: number; readonly queuedPerTenant: number; readonly lanes: number }
export const usualBounds: LaneBounds = { batch: 64, queuedPerTenant: 2_000, lanes: 4 }

type Waiting<I, O> = { readonly item: I; readonly settle: (settled: O) => void; readonly fail: (fault: unknown) => void }
type Queue<I, O> = { readonly tenants: Map<string, Waiting<I, O>[]>; isBusy: boolean }

export class Lanes<I, O> {
  #queues = new Map<string, Queue<I, O>>()
  #busy = 0
  #ready: string[] = []
  constructor(readonly carryOut: (organisation: string, items: readonly I[]) => Promise<readonly O[]>, readonly bounds: LaneBounds = usualBounds) {}

  submit(organisation: string, tenant: string, item: I): Promise<O> {
    const queue = this.#queues.get(organisation) ?? { tenants: new Map<string, Waiting<I, O>[]>(), isBusy: false }
    this.#queues.set(organisation, queue)
    const own = queue.tenants.get(tenant) ?? []
    if (own.length >= this.bounds.queuedPerTenant) return Promise.reject(new Denied('too_many_requests'))
    queue.tenants.set(tenant, own)
    const settled = new Promise<O>((settle, fail) => { own.push({ item, settle, fail }) })
    this.#offer(organisation, queue)
    return settled
  }

  #offer(organisation: string, queue: Queue<I, O>): void {
    if (queue.isBusy || this.#ready.includes(organisation)) return
    this.#ready.push(organisation)
    setImmediate(() => this.#begin())
  }

  #begin(): void {
    while (this.#busy < this.bounds.lanes) {
      const organisation = this.#ready.shift()
      if (organisation === undefined) return
      const queue = this.#queues.get(organisation)
      if (!queue) continue
      queue.isBusy = true
      this.#busy++
      // Whoever was just answered and asks again at once is of the next batch, and not of the one after it.
      void this.#run(organisation, this.#take(queue)).finally(() => setImmediate(() => {
        this.#busy--
        queue.isBusy = false
        if (queue.tenants.size > 0) this.#offer(organisation, queue)
        else this.#queues.delete(organisation)
        this.#begin()
      }))
    }
  }

  /** One of each tenant's in turn, oldest first; whoever was served last waits longest. */
  #take({ tenants }: Queue<I, O>): Waiting<I, O>[] {
    const taken: Waiting<I, O>[] = []
    while (taken.length < this.bounds.batch) {
      const [tenant, own] = tenants.entries().next().value ?? []
      const next = own?.shift()
      if (tenant === undefined || !own || !next) break
      taken.push(next)
      tenants.delete(tenant)
      if (own.length > 0) tenants.set(tenant, own)
    }
    return taken
  }

  /** A batch that fails is tried one by one: what one wish breaks is that wish's own fault. */
  async #run(organisation: string, waiting: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const settled = await this.carryOut(organisation, waiting.map(({ item }) => item))
      for (const [at, { settle }] of waiting.entries()) settle(settled[at] as O)
    } catch (fault) {
      if (waiting.length === 1) return waiting[0]?.fail(fault)
      for (const one of waiting) await this.#run(organisation, [one])
    }
  }
}
