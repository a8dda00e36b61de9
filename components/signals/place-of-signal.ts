import { paths } from '~/components/shell/paths'
import type { SignalShown } from '~/server/signals/list-signals'

/** What its reader may go on to. */
export type Reads = { readonly cases: boolean; readonly reviews: boolean; readonly incidents: boolean; readonly security: boolean }

/** Where what is said of it leads its reader: to its case, or to the page that is named; null where one looks somewhere else than here, or may not. */
export function placeOfSignal({ kind, body, case: of }: Pick<SignalShown, 'kind' | 'body' | 'case'>, reads: Reads): string | null {
  if (of !== null) return reads.cases ? paths.case(of) : null
  switch (kind) {
    case 'residency.violated': return paths.platformResidency()
    case 'control.violated': return typeof body.control === 'string' ? paths.control(body.control) : paths.controls()
    case 'rates.shut_out': return reads.security ? `${paths.platformSecurity()}?tab=out&show=all` : null
    case 'claims.changed': return paths.platformPolicy('claims')
    case 'break_glass.late': return paths.breakGlass()
    case 'review.last_admin': return reads.reviews ? paths.platformReviews() : null
    default: return null
  }
}
