import { PaletteEntries } from '~/components/shell/palette-entries'
import { missingFor, whyNot } from '~/components/shell/why-not'
import type { TenantStanding } from '~/components/tenants/tenant-state'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { NotAllowed } from '~/components/ui/not-allowed'
import type { Reason } from '~/components/ui/reason'
import { commandsAreCarriedOut, me, type Standing, whomToAsk } from '~/server/api/caller'
import type { Action } from '~/server/authorization/actions'
import type { Target } from '~/server/authorization/permit'

/** How they stand to a deed; where it is not theirs, with whom to ask for it in the tenant. */
async function standingTo(action: Action, place: Target): Promise<Standing & { people?: string[] }> {
  const standing = (await me()).standing(action, place)
  return standing.may || place.tenant === undefined ? standing : { ...standing, people: await whomToAsk(place.tenant, standing) }
}

/** Why this person cannot do this here now; null if they can. */
export async function reasonNot(action: Action, deed: string, target: Target & { inTenant?: TenantStanding | null } = {}): Promise<Reason | null> {
  const { inTenant = null, ...place } = target
  return whyNot(deed, { standing: await standingTo(action, place), inTenant, engineAnswers: await commandsAreCarriedOut() })
}

/** In the place of what somebody may know of and not see. */
export async function Barred({ action, deed, tenant }: { action: Action; deed: string; tenant?: string }) {
  const standing = await standingTo(action, tenant === undefined ? {} : { tenant })
  return standing.may ? null : <NotAllowed missing={missingFor(deed, standing)} />
}

/** What else can be made on a page: the same without a letter of its own. */
export const OtherOpener = ({ id, href, reason, children }: { id: string; href: string; reason: Reason | null; children: string }) => (
  <>
    <PaletteEntries entries={[{ id, says: children, href, whyNot: reason }]} />
    {reason === null ? <Link href={href} className={buttonClass()}>{children}</Link> : <Button whyNot={reason}>{children}</Button>}
  </>
)
/** The one thing to make on a page: a link to its panel, or a button that says why not; the same in the palette, and by the letter c. */
export const Opener = ({ href, reason, children }: { href: string; reason: Reason | null; children: string }) => (
  <>
    <PaletteEntries entries={[{ id: 'create', says: children, href, whyNot: reason, keys: 'c' }]} />
    {reason === null ? <Link href={href} className={buttonClass({ look: 'primary' })}>{children}</Link> : <Button whyNot={reason}>{children}</Button>}
  </>
)
