'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { sayRange } from '~/components/allocations/cost-shown'
import { numberOf, textOf } from '~/components/allocations/saw'
import { announce } from '~/components/shell/announcer'
import type { ValueOf } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { decideMoved } from '~/server/allocations/decide-terms'
import type { OneOfMany, Together } from '~/server/requests/read-together'
import { requestRefusals } from '~/server/requests/request.refusals'
import { MovedList } from './changed-terms'
import { type Part, prepareTogether } from './prepare-together'
import { askOf } from './request'
import { saySignAll } from './say-marked'
import { sayGrant } from './say-terms'
import { TogetherTotals } from './together-totals'

type Signed = ValueOf<'requests.approveTogether'>['signed']
type Props = { together: Together; /** Null on the platform. */ tenant: string | null; whyNot: Reason | null }
const partOf = ({ termsBody, devices, cost }: OneOfMany): Part => ({ tenant: textOf(termsBody.tenant), namespace: textOf(termsBody.namespace), devices, hours: numberOf(termsBody.hours), cost })

/** All that one tap signs, each in its own sentence; what is left out and why; and what it comes to. What became otherwise since it was shown is signed when it has been seen. */
export function SignTogether({ together: { requests }, tenant, whyNot }: Props) {
  const [seen, setSeen] = useState(() => new Map(requests.map(({ request, terms, termsBody }) => [request, { terms, termsBody }])))
  const [signed, setSigned] = useState<Signed | null>(null)
  const own = useRef<HTMLSpanElement>(null)
  const done = (value: { signed: Signed }) => {
    setSigned(value.signed)
    announce(`${value.signed.length} signed.`)
  }
  const onPlatform = useCommand('requests.approveTogether', requestRefusals, done)
  const inTenant = useCommand('requests.approveTogetherInTenant', requestRefusals, done)
  const { no, stepUp, isSending } = tenant === null ? onPlatform : inTenant
  const entries = useMemo(() => [{ id: 'sign', says: 'Go to the signature', keys: 'a', whyNot: null, run: () => own.current?.querySelector('button')?.focus() }], [])
  const hrefOf = (request: string) => (tenant === null ? paths.request(request) : paths.tenantRequest(tenant, request))
  const nameOf = (request: string) => askIn(requests.find((one) => one.request === request))
  const list = tenant === null ? paths.requests() : paths.tenantRequests(tenant)
  if (signed !== null) return <Results signed={signed} nameOf={nameOf} hrefOf={hrefOf} list={list} />

  const open = requests.filter((one) => one.whyNot === null)
  const isSeen = ({ request, terms }: OneOfMany) => seen.get(request)?.terms === terms
  const [signing, out] = [open.filter(isSeen), requests.filter((one) => one.whyNot !== null)]
  const totals = prepareTogether(signing.map(partOf))
  const deed = saySignAll(signing)
  const all = totals.at(-1)
  const consequence = `${signing.map(askOf).slice(0, 5).join(', ')}${signing.length > 5 ? ` and ${signing.length - 5} more` : ''}. Each is approved by itself${all?.perDay ? `; a day of all of them costs ${all.currency} ${sayRange(all.perDay)}` : ''}.`
  function sign() {
    const items = signing.map(({ request, terms }) => ({ request, terms }))
    const signature = { deed, consequence, only: 'passkey' } as const
    void (tenant === null ? onPlatform.carryOut({ items }, signature) : inTenant.carryOut({ tenant, items }, signature))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {open.length > 0 && <PaletteEntries entries={entries} />}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="yes">
        <h2 id="yes" className="text-section">What you say yes to</h2>
        {open.length === 0 && <p>Nothing that was marked can be signed together with others now. <Link href={list}>Look at what waits for you</Link></p>}
        <ol className="grid grid-cols-[minmax(0,1fr)] rounded-panel border border-line bg-panel empty:hidden">
          {open.map((one) => (
            <li key={one.request} className="grid gap-1 border-t border-line px-4 py-3 first:border-t-0">
              <p className="flex flex-wrap items-baseline gap-x-3"><Link href={hrefOf(one.request)}>{askOf(one)}</Link><span className="text-dense text-quiet">asked by {one.requestedBy.name}: {one.purpose}</span></p>
              <p className="max-w-[80ch] text-strong">{sayGrant(one.termsBody)}</p>
              {one.cost !== null && <p className="text-dense text-quiet tabular-nums">{one.cost.currency} {sayRange(one.cost.perDay)} a day</p>}
              {!isSeen(one) && <Otherwise one={one} was={seen.get(one.request)?.termsBody ?? one.termsBody} onSeen={() => setSeen(new Map(seen).set(one.request, { terms: one.terms, termsBody: one.termsBody }))} />}
            </li>
          ))}
        </ol>
      </section>
      {out.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="out">
          <h2 id="out" className="text-section">What is left out</h2>
          <ul className="grid gap-1">{out.map((one) => <li key={one.request}><Link href={hrefOf(one.request)}>{askOf(one)}</Link>: {one.whyNot !== null && requestRefusals[one.whyNot].says}</li>)}</ul>
        </section>
      )}
      {totals.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="comes">
          <h2 id="comes" className="text-section">What it comes to</h2>
          <TogetherTotals totals={totals} />
        </section>
      )}
      <div className="grid gap-3">
        <Refused no={no} />
        {no !== null && no.fields.length > 0 && <ul className="grid gap-1 text-danger">{no.fields.map(({ field, says }) => <li key={field}>{nameOf(field)}: {says}</li>)}</ul>}
        {open.length > 0 && <div><span ref={own}><Button look="primary" isSaving={isSending} whyNot={whyNot ?? (signing.length === 0 ? 'All that was marked changed while you looked: say of each that you have seen it.' : null)} onClick={sign}>{deed}</Button></span></div>}
      </div>
      <StepUpDialog stepUp={stepUp} />
    </div>
  )
}
const askIn = (one: OneOfMany | undefined) => (one ? askOf(one) : 'A request')

function Otherwise({ one, was, onSeen }: { one: OneOfMany; was: OneOfMany['termsBody']; onSeen: () => void }) {
  return (
    <div role="status">
      <Strip tone="notice" action={<Button size="dense" onClick={onSeen}>I have seen it</Button>}>
        <p className="font-medium">What is asked for changed while you looked. It is left out until you have seen it.</p>
        <MovedList moved={decideMoved(was, one.termsBody)} />
      </Strip>
    </div>
  )
}

/** What became of each: they were signed together, and each goes its own way. */
function Results({ signed, nameOf, hrefOf, list }: { signed: Signed; nameOf: (request: string) => string; hrefOf: (request: string) => string; list: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="signed">
      <h2 id="signed" ref={heading} tabIndex={-1} className="text-section">{signed.length === 1 ? 'One signed' : `${signed.length} signed with one tap`}</h2>
      <p>Each has a receipt of its own, on its own page. <Link href={list}>Look at what else waits for you</Link></p>
      <ul aria-label="Signed" className="grid grid-cols-[minmax(0,1fr)] rounded-panel border border-line bg-panel">
        {signed.map(({ request, state, undone }) => (
          <li key={request} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 first:border-t-0">
            <Link href={hrefOf(request)}>{nameOf(request)}</Link>
            {undone !== null ? <Badge tone="danger">{`Not done: ${saysOf(undone)}`}</Badge> : state === 'approved' ? <Badge tone="ok">Approved</Badge> : <Badge tone="notice">Signed, others are still asked</Badge>}
          </li>
        ))}
      </ul>
    </section>
  )
}
const isRefusal = (refusal: string): refusal is keyof typeof requestRefusals => Object.hasOwn(requestRefusals, refusal)
const saysOf = ({ refusal, says }: NonNullable<Signed[number]['undone']>) => says ?? (isRefusal(refusal) ? requestRefusals[refusal].says : 'it could not be done.')
