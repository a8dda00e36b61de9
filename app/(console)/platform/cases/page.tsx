import type { Metadata } from 'next'
import { CaseTable } from '~/components/cases/case-table'
import { kindWords, stateWords } from '~/components/cases/case-words'
import { RuleTable } from '~/components/cases/rule-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { caseKinds } from '~/server/cases/rule'
import { Barred } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'
import { Section } from '../../section'

export const metadata: Metadata = { title: 'Cases · Platform' }
const shows = ['new', 'waiting', 'acting', 'tried_out', 'closed'] as const
const view = viewOf({ filters: { kind: caseKinds }, tabs: shows })
const none = {
  new: { title: 'No case is new', says: 'What looks wrong in how a tenant uses what it has is one case of each kind, until somebody says what it was.' },
  waiting: { title: 'No tenant is asked anything', says: 'A case stands here from when its tenant is asked until it answers, or the time is over.' },
  acting: { title: 'Nothing is being taken or given back', says: 'A case stands here while a step takes effect, or is undone.' },
  tried_out: { title: 'Nothing was found on trial', says: 'A rule that is new asks for nobody’s attention for fourteen days. What it would have found stands here.' },
  closed: { title: 'No case was closed yet', says: 'How often each rule was right is known from what people say when they close its cases.' },
}

export default async function Cases({ searchParams }: InView) {
  const at = paths.cases()
  const asked = view.read(await searchParams)
  const { kind, tab: show, after, before } = asked
  const found = await onPageIfAllowed(async (door) => {
    const [page, rules] = await Promise.all([door.cases.list({ show, kind, after, before }), door.cases.rules({})])
    return { page, rules }
  })
  if (found === null) return <Screen title="Cases"><Barred action="cases.list" deed="see how tenants use what they have" /></Screen>
  const { page, rules } = found
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Cases" says={<p>What looks wrong in how a tenant uses what it has, with what was seen and what it cost others. What cost them most comes first.</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Tabs label="Which" tabs={shows.map((each) => ({ says: stateWords[each].says, href: view.href(at, asked, { tab: each }), current: each === show }))} />
        <FilterBar
          label="Filter cases" narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'case')}
          choices={[{ name: 'kind', says: 'What', any: 'Anything', options: Object.fromEntries(caseKinds.map((each) => [each, kindWords[each].says])) }]}
        />
        <Rows what="cases" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title={none[show].title}><p>{none[show].says}</p></Region>}>
          <CaseTable label="Cases" cases={page.rows} now={new Date()} by={show === 'closed' ? 'opened' : 'harm'} />
        </Rows>
      </div>
      <Section title="Rules"><RuleTable rules={rules} now={new Date()} /></Section>
    </Screen>
  )
}
