import type { PairShown } from '~/server/pairs/pair'

/** "TCP 443", "TCP 80, 443". */
export const sayPorts = (ports: readonly number[]): string => `TCP ${ports.join(', ')}`
/** "27 Nov 2026". A pair lasts to the end of a day, so its day is what is read. */
export const sayUntil = (at: string): string => new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

type Between = Pick<PairShown, 'namespace' | 'other' | 'way'>
/** "training → borealis/scans": from whoever opens the connection to whoever is connected to, with one's own namespace by its name alone. */
export const sayArrow = ({ way, namespace, other }: Between): string => (way === 'out' ? `${namespace} → ${other.tenant}/${other.namespace}` : `${other.tenant}/${other.namespace} → ${namespace}`)

/** What was typed, as ports: apart by commas or spaces. What is no number stays in it, so that the door says where. */
export const portsOf = (typed: string): number[] => typed.split(/[\s,]+/).filter((part) => part !== '').map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0))

const endings: Readonly<Record<string, string>> = { deleted: 'its namespace was deleted', replaced: 'another took its place' }
/** What became of it, in words that are the same on both sides but for whose deed it was. */
export function sayState({ state, isOurs, reason, endedIn, endedBecause, other }: Pick<PairShown, 'state' | 'isOurs' | 'reason' | 'endedIn' | 'endedBecause' | 'other'>): string {
  switch (state) {
    case 'offered': return isOurs ? 'Waits for the other side' : 'Waits for your side'
    case 'in_force': return 'In force'
    case 'refused': return `Refused: ${reason ?? ''}`
    case 'lapsed': return 'Not answered in time'
    case 'withdrawn': return 'Withdrawn'
    case 'over': return 'Its time was over'
    case 'ended': return endings[endedBecause ?? ''] === undefined ? `Ended by ${endedIn === other.tenant ? other.tenant : 'this tenant'}` : `Ended: ${endings[endedBecause ?? '']}`
  }
}
