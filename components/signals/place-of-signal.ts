import { paths } from '~/components/shell/paths'
import type { SignalShown } from '~/server/signals/list-signals'

/** Where what is said of it leads: to its case, or to the page that is named; null where one looks somewhere else than here. */
export function placeOfSignal({ kind, body, case: of }: Pick<SignalShown, 'kind' | 'body' | 'case'>): string | null {
  if (of !== null) return paths.case(of)
  switch (kind) {
    case 'residency.violated': return paths.platformResidency()
    case 'control.violated': return typeof body.control === 'string' ? paths.control(body.control) : paths.controls()
    case 'break_glass.late': return paths.breakGlass()
    case 'review.last_admin': return paths.platformReviews()
    default: return null
  }
}
