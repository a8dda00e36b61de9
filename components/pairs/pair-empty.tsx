import { Region } from '~/components/ui/region'
import type { PairTab } from './pair-table'

const none: Record<PairTab, { title: string; says: string }> = {
  in_force: { title: 'No pairs in force', says: 'No namespace here talks with another tenant’s. A pair lets one do so, by one connection, when both tenants have said yes.' },
  offered: { title: 'Nothing is offered', says: 'What you offer waits here until the other tenant answers, for two weeks at most.' },
  asked: { title: 'Nothing is asked of you', says: 'What another tenant offers to a namespace of yours waits here, and among your requests.' },
  over: { title: 'Nothing is over yet', says: 'What was ended, refused, withdrawn or lapsed stays here.' },
}
export const PairEmpty = ({ tab }: { tab: PairTab }) => <Region title={none[tab].title}><p>{none[tab].says}</p></Region>
