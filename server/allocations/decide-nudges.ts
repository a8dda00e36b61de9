/** What is worth a second thought before one asks. Each is true of what is known; what is not known is no reason to nudge anybody. */
import type { Nearest } from '~/server/admission/decide-nearest'
import type { Verdict } from '~/server/admission/facts'

/** Of somebody's own in the same namespace, and open: held until somebody says yes, or waiting for room. */
export type OpenWish = { readonly allocation: string; readonly name: string; readonly state: 'held' | 'waiting'; readonly class: string; readonly amounts: Readonly<Record<string, string>>; readonly models: readonly string[] }
/** What runs there and is theirs to end, by its cluster's word: how much of each of its pods is in use, in thousandths, where that is known, and since when. */
export type Running = { readonly allocation: string; readonly name: string; readonly pods: number; readonly gpus: number; readonly shares: readonly (number | null)[]; readonly runningSince: string | null }
export type Idle = { readonly allocation: string; readonly name: string; readonly gpus: number }
type Fewer = Extract<Nearest, { change: 'fewer_pods' | 'fewer_devices' }>
export type Nudge =
  | { readonly nudge: 'fewer_starts'; readonly change: Fewer }
  | { readonly nudge: 'same_open'; readonly wish: OpenWish }
  | { readonly nudge: 'idle'; readonly idle: Idle; readonly gpusInAll: number }
  | { readonly nudge: 'pieces'; readonly given: string; readonly most: number; readonly minutes: number }

export type Pondered = {
  readonly verdict: Verdict; readonly approver: 'tenant' | 'platform' | null; readonly nearest: readonly Nearest[]; readonly devices: string; readonly amounts: Readonly<Record<string, string>>
  readonly pieces: { readonly given: string; readonly most: number; readonly minutes: number }
}
export type Around = { readonly open: readonly OpenWish[]; readonly idle: readonly Idle[] }

/** No more than this of what it was given, in all of its pods, after an hour: whoever began a moment ago is no idler. */
const idleMost = 50
const idleAfterMs = 3_600_000
export const isIdle = ({ pods, gpus, shares, runningSince }: Running, now: string): boolean =>
  gpus > 0 && runningSince !== null && Date.parse(now) - Date.parse(runningSince) >= idleAfterMs && shares.length === pods && shares.every((share) => share !== null && share <= idleMost)

const textOf = (amounts: Readonly<Record<string, string>>) => JSON.stringify(Object.entries(amounts).filter(([, amount]) => amount !== '0').sort(([one], [other]) => (one < other ? -1 : 1)))
const isSame = (one: readonly string[], other: readonly string[]) => JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())

/** In the order in which they are told: what spares somebody's yes, what is asked already, what is there already, and what comes of asking twice. */
export function decideNudges({ verdict, approver, nearest, devices, amounts, pieces }: Pondered, wish: { readonly class: string; readonly models: readonly string[] }, { open, idle }: Around): Nudge[] {
  const nudges: Nudge[] = []
  const fewer = verdict === 'hold' && approver !== null ? nearest.find((one): one is Fewer => (one.change === 'fewer_devices' || one.change === 'fewer_pods') && one.verdict === 'admit') : undefined
  if (fewer) nudges.push({ nudge: 'fewer_starts', change: fewer })
  const same = verdict === 'refuse' ? undefined : open.find((one) => one.class === wish.class && textOf(one.amounts) === textOf(amounts) && isSame(one.models, wish.models))
  if (same) nudges.push({ nudge: 'same_open', wish: same })
  const asked = BigInt(devices)
  const most = [...idle].sort((one, other) => other.gpus - one.gpus || (one.name < other.name ? -1 : 1))[0]
  if (most && asked > 0n) nudges.push({ nudge: 'idle', idle: most, gpusInAll: idle.reduce((sum, { gpus }) => sum + gpus, 0) })
  const after = BigInt(pieces.given) + asked
  if (verdict === 'admit' && asked > 0n && after <= BigInt(pieces.most) && after + asked > BigInt(pieces.most)) nudges.push({ nudge: 'pieces', ...pieces })
  return nudges
}
