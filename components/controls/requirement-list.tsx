import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Ago, Exact } from '~/components/ui/moment'
import { gapWords } from '~/server/controls/decide-requirement'
import type { ControlShown } from '~/server/controls/list-controls'
import type { RequirementShown } from '~/server/controls/read-regime'
import { sayOutcome, stateWords } from './control-words'
import { requirementWords } from './requirement-words'

/** What a regime asks for, one after another, each with what answers it and what is missing. It is read on paper, too: there, no words are behind a pointer. */
export function RequirementList({ requirements, now }: { requirements: readonly RequirementShown[]; now: Date }) {
  return (
    <ol aria-label="Requirements" className="rounded-panel border border-line bg-panel print:rounded-none print:border-x-0">
      {requirements.map(({ requirement, asks, state, controls, gaps }) => (
        <li key={requirement} aria-label={`${requirement}: ${requirementWords[state].says}`} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line px-3 py-3 first:border-t-0 print:break-inside-avoid print:px-0">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h2 className="text-section">{requirement}</h2>
            <Badge tone={requirementWords[state].tone}>{requirementWords[state].says}</Badge>
            <p className="basis-full text-plain md:basis-auto">{asks}</p>
          </div>
          {(controls.length > 0 || gaps.length > 0) && (
            <ul aria-label={`What answers ${requirement}, and what is missing`} className="grid grid-cols-[minmax(0,1fr)] gap-2 border-l-2 border-line pl-3">
              {gaps.map(({ whose, missing }) => (
                <li key={missing} className="grid gap-0.5 text-dense">
                  <span className="flex flex-wrap items-baseline gap-x-2"><Badge tone="notice">Gap</Badge><span className="text-plain">{missing}</span></span>
                  <span className="text-quiet">{gapWords[whose]}.</span>
                </li>
              ))}
              {controls.map((control) => <Answer key={control.control} {...control} now={now} />)}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

const Answer = ({ control, says, state, checkedAt, tried, forbidden, allowed, now }: ControlShown & { now: Date }) => (
  <li className="grid gap-0.5 text-dense">
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Badge tone={stateWords[state].tone}>{stateWords[state].says}</Badge>
      <Link href={paths.control(control)} className="name rounded-badge text-strong underline decoration-line-control underline-offset-2 hover:text-accent hover:decoration-accent print:no-underline">{control}</Link>
      <span className="text-plain">{says}</span>
    </span>
    <span className="text-quiet">
      {checkedAt === null || forbidden === null || allowed === null
        ? 'Nobody has tried it yet.'
        : <>{tried.forbidden}: {sayOutcome(forbidden)}. {tried.allowed}: {sayOutcome(allowed)}. Tried <span className="print:hidden"><Ago at={checkedAt} now={now} /></span><span className="hidden print:inline"><Exact at={checkedAt} /></span>.</>}
    </span>
  </li>
)
