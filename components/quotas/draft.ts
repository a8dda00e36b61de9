import { readAmount } from './amount'

/** A limit that somebody means to change: from what they saw, at which version of its namespace's account, to what; and whether that may wait for what is in use to end, from a moment or from now on. */
export type DraftLine = { readonly namespace: string; readonly resource: string; readonly from: string; readonly to: string; readonly version: string; readonly lowers: { readonly at: string | null } | null }
/** What would put back what was done, in words what that was, and how long it is offered. */
export type Undo = { readonly lines: readonly DraftLine[]; readonly says: string; readonly until: number }
export type Draft = { readonly lines: readonly DraftLine[]; readonly undo: Undo | null }
export const noDraft: Draft = { lines: [], undo: null }
/** As many as the door takes at once. */
export const linesMost = 100
export const full = `A draft takes ${linesMost} limits. Change those first, or put one back.`
export const undoMs = 10 * 60_000

type Place = Pick<DraftLine, 'namespace' | 'resource'>
export const isAt = (one: Place) => (other: Place): boolean => one.namespace === other.namespace && one.resource === other.resource
/** In the order in which they were first typed. What is changed back to what it is, is no change. */
export function withLine(lines: readonly DraftLine[], line: DraftLine): DraftLine[] {
  const kept = lines.some(isAt(line)) ? lines.map((one) => (isAt(line)(one) ? line : one)) : [...lines, line]
  return kept.filter(({ from, to }) => from !== to).slice(0, linesMost)
}

/** Whether a limit has room in it: one that is in it already always does. */
export const hasRoomFor = (lines: readonly DraftLine[], place: Place): boolean => lines.length < linesMost || lines.some(isAt(place))

/** What was meant together, beside what is drafted already. Null where not all of it has room: part of it is not what was meant. */
export const withAll = (lines: readonly DraftLine[], meant: readonly DraftLine[]): readonly DraftLine[] | null =>
  meant.reduce<readonly DraftLine[] | null>((so, line) => so && (line.from === line.to || hasRoomFor(so, line) ? withLine(so, line) : null), lines)

/** What was typed into a cell: an amount, or `=+8` and `=-4` from what the cell shows. Null is no amount. */
export function readTyped(resource: string, typed: string, shown: string): string | null {
  const [, sign, rest = ''] = /^\s*=?\s*([+-]?)(.*)$/.exec(typed) ?? []
  const amount = readAmount(resource, rest)
  if (amount === null || sign === undefined) return null
  if (sign === '') return amount
  const moved = sign === '+' ? BigInt(shown) + BigInt(amount) : BigInt(shown) - BigInt(amount)
  return moved >= 0n && moved < 2n ** 63n ? `${moved}` : null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 122
const isLowers = (value: unknown): value is DraftLine['lowers'] => value === null || (typeof value === 'object' && 'at' in value && (value.at === null || (typeof value.at === 'string' && /^20[\d:.TZ-]{10,22}$/.test(value.at))))
const isLine = (value: unknown): value is DraftLine => {
  if (typeof value !== 'object' || value === null) return false
  const { namespace, resource, from, to, version, lowers } = value as Record<string, unknown>
  return isLowers(lowers) && [namespace, resource, from, to, version].every(isText) && [from, to, version].every((amount) => /^\d{1,19}$/.test(String(amount)))
}
const linesIn = (value: unknown): DraftLine[] => (Array.isArray(value) ? value.filter(isLine).slice(0, linesMost) : [])
/** What a tab kept; anything else is no draft. */
export function readDraft(kept: string | null, now: number): Draft {
  try {
    const { lines, undo } = JSON.parse(kept ?? '{}') as { lines?: unknown; undo?: { lines?: unknown; says?: unknown; until?: unknown } | null }
    const until = typeof undo?.until === 'number' ? undo.until : 0
    return { lines: linesIn(lines), undo: until > now && until <= now + undoMs ? { lines: linesIn(undo?.lines), says: typeof undo?.says === 'string' ? undo.says : '', until } : null }
  } catch {
    return noDraft
  }
}

/** As much of what was told of a line as says whether it is still what somebody saw. */
type Told = Place & { readonly from: string | null; readonly version: string | null; readonly refusal: string | null }
/** What somebody else made of a limit meanwhile, beside what was typed over what it was. */
export type Conflict = DraftLine & { readonly theirs: string; readonly now: string }
const movedFrom = (line: DraftLine, told: readonly Told[]) => told.find((one) => isAt(line)(one) && one.refusal === 'changed_meanwhile' && one.from !== null && one.version !== null)

/** Where another limit of the same namespace was changed, what was typed here still holds; and what somebody else made of it already is no change any more. */
export function rebased(lines: readonly DraftLine[], told: readonly Told[]): readonly DraftLine[] {
  const now = lines.flatMap((line) => {
    const moved = movedFrom(line, told)
    if (moved?.from === line.to) return []
    return moved?.from === line.from && moved.version !== null ? [{ ...line, version: moved.version }] : [line]
  })
  return now.length === lines.length && now.every((line, at) => line.version === lines[at]?.version) ? lines : now
}
/** Whose value it is to be is for whoever typed to say, cell by cell. */
export const conflictsIn = (lines: readonly DraftLine[], told: readonly Told[]): Conflict[] => lines.flatMap((line) => {
  const moved = movedFrom(line, told)
  return moved?.from && moved.version && moved.from !== line.from && moved.from !== line.to ? [{ ...line, theirs: moved.from, now: moved.version }] : []
})
/** Mine over theirs, now that theirs was seen. */
export const kept = ({ theirs, now, ...line }: Conflict): DraftLine => ({ ...line, from: theirs, version: now })
