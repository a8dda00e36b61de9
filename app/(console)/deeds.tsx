import { PaletteEntries } from '~/components/shell/palette-entries'
import { whyNot } from '~/components/shell/why-not'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { commandsAreCarriedOut, me } from '~/server/api/caller'
import type { Action } from '~/server/authorization/actions'
import type { Target } from '~/server/authorization/permit'

/** Why this person cannot do this here now, in a sentence; null if they can. */
export async function reasonNot(action: Action, deed: string, target: Target & { isFrozen?: boolean } = {}): Promise<string | null> {
  const { isFrozen = false, ...place } = target
  return whyNot(deed, { standing: (await me()).standing(action, place), tenantIsFrozen: isFrozen, engineAnswers: await commandsAreCarriedOut() })
}

/** The one thing to make on a page: a link to its panel, or a button that says why not; the same in the palette, and by the letter c. */
export const Opener = ({ href, reason, children }: { href: string; reason: string | null; children: string }) => (
  <>
    <PaletteEntries entries={[{ id: 'create', says: children, href, whyNot: reason, keys: 'c' }]} />
    {reason === null ? <Link href={href} className={buttonClass({ look: 'primary' })}>{children}</Link> : <Button whyNot={reason}>{children}</Button>}
  </>
)
