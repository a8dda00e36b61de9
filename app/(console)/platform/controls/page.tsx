import type { Metadata } from 'next'
import { Fragment } from 'react'
import { ControlFacts } from '~/components/controls/control-facts'
import { ControlTable } from '~/components/controls/control-table'
import { sayStates, stateWords } from '~/components/controls/control-words'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { regimes, regimeWords } from '~/server/controls/catalogue'
import { Barred } from '../../deeds'
import type { InView } from '../../in-view'
import { Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Controls · Platform' }
const view = viewOf({ filters: { state: ['violated', 'unknown', 'proven'], regime: regimes }, panel: { control: 'text' } })

export default async function Controls({ searchParams }: InView) {
  const at = paths.controls()
  const asked = view.read(await searchParams)
  const all = await onPageIfAllowed((door) => door.controls.list({}))
  if (all === null) return <Screen title="Controls"><Barred action="controls.list" deed="see what is promised and whether it holds" /></Screen>
  const rows = all.filter(({ state, asked: by }) => (asked.state === null || state === asked.state) && (asked.regime === null || by[asked.regime] !== undefined))
  const open = all.find(({ control }) => control === asked.control)
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Controls" says={<p>What this product promises, and whether it stood when somebody last tried to break it. What each regime asks for, and what answers it: {regimes.map((regime, at) => <Fragment key={regime}>{at > 0 && ', '}<Link href={paths.regime(regime)}>{regimeWords[regime]}</Link></Fragment>)}.</p>}>
      <Beside panel={open && <Panel id="control" title={open.control} closeTo={view.href(at, asked, { control: null })}><ControlFacts control={open} /></Panel>}>
        <FilterBar
          label="Filter controls" narrowing={view.narrowing(at, asked)} clear={clear} says={sayStates(rows.map(({ state }) => state))}
          choices={[
            { name: 'state', says: 'State', any: 'Any state', options: Object.fromEntries(Object.entries(stateWords).map(([state, { says }]) => [state, says])) },
            { name: 'regime', says: 'Asked for by', any: 'Any regime', options: regimeWords },
          ]}
        />
        <Rows what="controls" rows={rows.length} clear={clear} pages={{ previous: null, next: null }} none={null}>
          <ControlTable controls={rows} current={asked.control} hrefOf={(control) => view.href(at, asked, { control })} now={new Date()} />
        </Rows>
      </Beside>
    </Screen>
  )
}
