/** A batch from when it is taken until it is committed: on what the batch before leaves where that is known, else from what it holds. */
import { inLane, inLaneAsAssumed } from '~/server/database/lane'
import type { Written } from '~/server/database/lane-write'
import { askersOf } from './askers'
import { Batch, settleBatch } from './batch'
import { assumedOf, type Before, type Footing, Footings, isKnown, nowOn } from './footing'
import type { Item, Settled } from './item'
import { known } from './known'
import { load, shelf, soughtOf } from './load'
import { noteCame } from './placement/came'
import { inRounds, type Planned } from './placement/rounds'
import type { Left } from './turns'

export const footings = new Footings()

/** So often it is tried in all. */
const triesMost = 3
const isOfRing = (thrown: unknown) => typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === '40P01'
/** Who holds a place before its nodes and who holds nodes before the place of one that waits may wait for one another: the database throws one of them out. Nothing of it has happened then, and it is begun anew. */
async function outOfRing<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (thrown) {
      if (!isOfRing(thrown) || tries === triesMost) throw thrown
    }
  }
}

/**
 * No two batches at once of one organisation: they would wait for one another all the time. `next` says that the next may begin, on what this one leaves. `left` hears of one
 * that could begin and did not in this batch, because so many did.
 */
export const carryOutBatch = (items: readonly Item[], next: () => void = () => undefined, left: (one: Left) => void = () => undefined): Promise<Settled[]> => inRounds(items, async (planned) => {
  const settled = await outOfRing(() => carryOutOnce(planned, next, left))
  noteCame(known.mirror, planned, settled)
  return settled
})
/** What is left is what others expect from now on, until it is taken back. */
type Leave = (footing: Footing | null, written: Written) => () => void
async function carryOutOnce(planned: readonly Planned<Item>[], next: () => void, left: (one: Left) => void): Promise<(Settled | 'again')[]> {
  const organisations = [...new Set(planned.map(({ item: { by } }) => by.organisation))].sort()
  const before = organisations.flatMap((organisation) => footings.take(organisation) ?? [])
  const told: ((isCommitted: boolean) => void)[] = []
  const leave: Leave = (footing, { nodes }) => {
    if (!footing || told.length > 0) return () => undefined
    const takeBack = known.mirror.expect(nodes)
    const tell = footings.leave(footing)
    told.push((isCommitted) => {
      if (!isCommitted) takeBack()
      tell(isCommitted)
    })
    next()
    return takeBack
  }
  let isCommitted = false
  try {
    const guessed = await goOn(planned, before, leave)
    isCommitted = guessed !== null
    if (guessed) return guessed
    // Whoever stands on a guess that was wrong is told so when this is over, and never that it was right after all.
    const isGuessedOn = told.length > 0
    await Promise.all(before.map(({ done }) => done))
    const settled = await begin(organisations, planned, leave, left)
    isCommitted = !isGuessedOn
    return settled
  } finally {
    for (const tell of told) tell(isCommitted)
  }
}

/** On what the batch before leaves, as if it were committed already. Null where that is not known, or was not so; and then nothing has happened. */
async function goOn(planned: readonly Planned<Item>[], [before, ...others]: readonly Before[], leave: Leave): Promise<Settled[] | null> {
  if (!before?.footing || others.length > 0) return null
  const { footing, done } = before
  if (!planned.every(({ item }) => isKnown(item, footing.held))) return null
  const now = nowOn(footing)
  const assumed = assumedOf(footing, now)
  // What the batch before took and gave back the mirror expects already.
  footing.held.nodes.assume(known.mirror.known(new Set(planned.flatMap(({ plan }) => plan?.nodes ?? []))))
  const batch = new Batch(footing.held, { ...footing, now })
  const inOrder = new Map(batch.byClass(planned).map((one) => [one, batch.settle(one)]))
  const settled = planned.flatMap((one) => inOrder.get(one) ?? [])
  if (!areAnswers(settled) || !batch.isComplete) return null
  // Of a name that nobody had the index tells, where something was made; whoever was refused asks again.
  const free = planned.flatMap(({ item }, at) => (settled[at]?.answer.ok ? [] : footing.held.freeName(soughtOf(item))))
  const written = batch.written()
  if (!(await done)) return null
  const looked = footing.held.nodes.looked
  const takeBack = leave(batch.leaves(written), written)
  try {
    await inLaneAsAssumed(footing.organisation, { ...assumed, nodes: looked, askers: [...askersOf(planned.map(({ item }) => item)).values()] }, free, written)
  } catch {
    takeBack()
    footings.wasWrong(footing.organisation)
    return null
  }
  footings.wasRight(footing.organisation)
  keep(written, batch)
  return settled
}
const areAnswers = (settled: readonly (Settled | 'again')[]): settled is Extract<Settled, { answer: unknown }>[] => settled.every((one) => one !== 'again' && 'answer' in one)

async function begin(organisations: readonly string[], planned: readonly Planned<Item>[], leave: Leave, left: (one: Left) => void): Promise<(Settled | 'again')[]> {
  const tenants = [...new Set(planned.map(({ item: { by } }) => by.tenant))].sort()
  const { settled, written, batch } = await inLane(organisations, tenants, async (lane) => {
    const loaded = await load(lane, planned)
    const { batch, settled } = await settleBatch(lane, loaded, planned)
    const written = batch.written()
    if (settled.every((one) => one !== 'again')) leave(batch.leaves(written), written)
    return { value: { settled, written, batch }, written }
  })
  keep(written, batch)
  for (const one of batch.turns.left) left(one)
  return settled
}
function keep(written: Written, { altered }: Batch): void {
  shelf.keep(written.sets.map(({ digest }) => digest))
  known.mirror.learn(written.nodes)
  known.lately.learn(written, altered)
}
