/**
 * Who waits to be decided. Wishes of one organisation are decided in one lane at a time, and a lane decides those of several at once where each has few: a commit costs
 * the same for one as for all of them. While a batch is decided the others queue, and the next takes what has come meanwhile, one of each tenant's in turn, so that
 * however many one tenant sends, another's waits for one batch and not for all of them. No timer: an idle lane takes whatever came in the same turn of the event loop.
 * A batch may let the next of its organisations begin before it is over. Who does so once is taken by halves from then on, so that one is decided while the other is written.
 */
import { Denied } from '~/server/authorization/denied'

/** Fewer than this are not worth two batches. */
const halvedLeast = 16
/** So many are remembered to let the next begin. */
const handingMost = 1_000
export type LaneBounds = { readonly batch: number; readonly queuedPerTenant: number; readonly lanes: number }
export const usualBounds: LaneBounds = { batch: 64, queuedPerTenant: 2_000, lanes: 3 }

type Waiting<I, O> = { readonly item: I; readonly settle: (settled: O) => void; readonly fail: (fault: unknown) => void }
type Queue<I, O> = { readonly tenants: Map<string, Waiting<I, O>[]>; waiting: number; isBusy: boolean }

export class Lanes<I, O> {
  #queues = new Map<string, Queue<I, O>>()
  #busy = 0
  /** Organisations that have something to decide and are in no lane, oldest first. */
  #ready = new Set<string>()
  #isAwake = false
  /** Organisations that let the next begin; and of these, which have a batch that is not over. */
  #handing = new Set<string>()
  #unended = new Map<string, number>()
  constructor(readonly carryOut: (items: readonly I[], next: () => void) => Promise<readonly O[]>, readonly bounds: LaneBounds = usualBounds) {}

  submit(organisation: string, tenant: string, item: I): Promise<O> {
    const queue = this.#queues.get(organisation) ?? { tenants: new Map<string, Waiting<I, O>[]>(), waiting: 0, isBusy: false }
    this.#queues.set(organisation, queue)
    const own = queue.tenants.get(tenant) ?? []
    if (own.length >= this.bounds.queuedPerTenant) return Promise.reject(new Denied('too_many_requests'))
    queue.tenants.set(tenant, own)
    const settled = new Promise<O>((settle, fail) => { own.push({ item, settle, fail }) })
    queue.waiting++
    if (!queue.isBusy) this.#ready.add(organisation)
    this.#wake()
    return settled
  }

  /** In the next turn: whoever was just answered and asks again at once is of the next batch, and not of the one after it. */
  #wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    setImmediate(() => {
      this.#isAwake = false
      while (this.#busy < this.bounds.lanes && this.#ready.size > 0) this.#begin()
    })
  }

  /** What is ready is shared out among the lanes that are free, so that one is decided while another is written. */
  #begin(): void {
    const share = Math.ceil(this.#ready.size / (this.bounds.lanes - this.#busy))
    const organisations = [...this.#ready].slice(0, share)
    const waiting: Waiting<I, O>[] = []
    const taken: string[] = []
    for (const organisation of organisations) {
      const queue = this.#queues.get(organisation)
      if (!queue || waiting.length >= this.bounds.batch) continue
      this.#ready.delete(organisation)
      queue.isBusy = true
      taken.push(organisation)
      const isHalved = organisations.length === 1 && this.#handing.has(organisation) && !this.#unended.has(organisation) && queue.waiting >= halvedLeast
      this.#take(queue, waiting, isHalved ? Math.min(this.bounds.batch, Math.ceil(queue.waiting / 2)) : this.bounds.batch)
    }
    this.#busy++
    const giveBack = () => {
      this.#busy--
      for (const organisation of taken) this.#giveBack(organisation)
      this.#wake()
    }
    let isHanded = false
    const handOver = () => {
      if (isHanded) return
      isHanded = true
      for (const organisation of taken) this.#hand(organisation)
      giveBack()
    }
    void this.#run(waiting, handOver).finally(() => {
      if (isHanded) for (const organisation of taken) this.#count(organisation, -1)
      else giveBack()
    })
  }

  #hand(organisation: string): void {
    if (this.#handing.size >= handingMost) this.#handing.clear()
    this.#handing.add(organisation)
    this.#count(organisation, 1)
  }
  #count(organisation: string, by: 1 | -1): void {
    const unended = (this.#unended.get(organisation) ?? 0) + by
    if (unended > 0) this.#unended.set(organisation, unended)
    else this.#unended.delete(organisation)
  }

  #giveBack(organisation: string): void {
    const queue = this.#queues.get(organisation)
    if (!queue) return
    queue.isBusy = false
    if (queue.tenants.size > 0) this.#ready.add(organisation)
    else this.#queues.delete(organisation)
  }

  /** One of each tenant's in turn, oldest first; whoever was served last waits longest. */
  #take(queue: Queue<I, O>, taken: Waiting<I, O>[], most: number): void {
    const { tenants } = queue
    while (taken.length < most) {
      const [tenant, own] = tenants.entries().next().value ?? []
      const next = own?.shift()
      if (tenant === undefined || !own || !next) break
      taken.push(next)
      queue.waiting--
      tenants.delete(tenant)
      if (own.length > 0) tenants.set(tenant, own)
    }
  }

  /** A batch that fails is tried one by one: what one wish breaks is that wish's own fault. */
  async #run(waiting: readonly Waiting<I, O>[], handOver: () => void): Promise<void> {
    try {
      const settled = await this.carryOut(waiting.map(({ item }) => item), handOver)
      for (const [at, { settle }] of waiting.entries()) settle(settled[at] as O)
    } catch (fault) {
      if (waiting.length === 1) return waiting[0]?.fail(fault)
      for (const one of waiting) await this.#run([one], handOver)
    }
  }
}
