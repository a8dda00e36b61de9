import { Tabs } from '~/components/ui/tabs'

export const inboxTabs = ['mine', 'others', 'decided'] as const
type InboxTab = (typeof inboxTabs)[number]
const says: Record<InboxTab, string> = { mine: 'Mine to decide', others: 'Waiting on others', decided: 'Decided' }

export const InboxTabs = ({ current, hrefOf }: { current: InboxTab; hrefOf: (tab: InboxTab) => string }) => <Tabs label="Whose word they wait for" tabs={inboxTabs.map((tab) => ({ says: says[tab], href: hrefOf(tab), current: tab === current }))} />
