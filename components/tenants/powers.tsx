import { whoMay } from '~/components/shell/why-not'
import { Icon } from '~/components/ui/icon'
import { Link } from '~/components/ui/link'

/** `at` is where it is done. */
type Power = { says: string; at: string; standing: { may: true } | { may: false; roles: readonly string[] } }

/** Yes, and where; or whose it is. */
export function Powers({ powers }: { powers: Power[] }) {
  return (
    <ul className="grid gap-1.5 text-dense">
      {powers.map(({ says, at, standing }) => (
        <li key={says} className="flex items-start gap-2">
          {standing.may ? <Icon name="check" className="mt-0.5 text-ok-mark" /> : <Icon name="lock" className="mt-0.5 text-quiet" />}
          <span>{standing.may ? <Link href={at}>{says}</Link> : says}{!standing.may && <span className="text-quiet">: only {whoMay(standing.roles)} can</span>}</span>
        </li>
      ))}
    </ul>
  )
}
