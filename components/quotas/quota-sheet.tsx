'use client'
import { useEffect, useRef, useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { quotaRefusals } from '~/server/quotas/quota.refusals'
import { many } from '~/server/shared/many'
import { conflictsIn, type DraftLine, full, isAt, kept, linesMost, rebased, undoMs, withLine } from './draft'
import { DraftLines } from './draft-lines'
import { useDraft } from './draft-store'
import type { Peak } from './prepare-metered'
import { type GridRow, QuotaGrid } from './quota-grid'
import { OnTheirWay } from './on-their-way'
import { sayChanged, sayDeed, sayLeft, sayLine, sayWaiting } from './say-draft'
import { useDraftPreview } from './use-draft-preview'

type Props = { tenant: string; rows: readonly GridRow[]; resources: readonly string[]; raises: Readonly<Record<string, string>>; raiseWhyNot: Reason | null; whyNot: Reason | null; peaks: readonly Peak[] }
/** What is sent: what was drafted, what puts back what was done, or what lets one stay that is on its way. */
type As = 'draft' | 'undo' | 'stop'
const none: readonly DraftLine[] = []
/** What the tenant would need to have for all of a draft; null where it has enough. */
function moreFor({ resource, after }: { resource: string; after: string }, rows: readonly GridRow[]): string | null {
  const own = rows.find(({ namespace }) => namespace === null)?.quotas.find((quota) => quota.resource === resource)
  return own && BigInt(after) < 0n ? `${BigInt(own.limit) - BigInt(after)}` : null
}

/** The grid, and under it what was typed into it: a draft with its effect, which is done together or not at all, and for ten minutes put back by a press. */
export function QuotaSheet({ tenant, whyNot, rows, ...grid }: Props) {
  const { draft, change } = useDraft(tenant)
  const [typing, setTyping] = useState<DraftLine | null>(null)
  const [tries, setTries] = useState(0)
  const [isTried, setTried] = useState(false)
  const [discarded, setDiscarded] = useState(none)
  const own = useRef<HTMLElement>(null)
  const sent = useRef<{ lines: readonly DraftLine[]; as: As }>({ lines: none, as: 'draft' })
  const lines = typing ? withLine(draft.lines, typing) : draft.lines
  const seen = `${tries} ${rows.map(({ quotas: [quota] }) => quota?.version).join(' ')}`
  const { value: told, no, isAsking } = useDraftPreview(tenant, lines, seen)
  const conflicts = conflictsIn(draft.lines, told?.lines ?? [])
  const wrong = (told?.lines ?? []).filter(({ refusal, namespace, resource }) => refusal !== null && (refusal !== 'changed_meanwhile' || conflicts.some(isAt({ namespace, resource }))))

  useEffect(() => {
    if (told) change((of) => {
      const now = rebased(of.lines, told.lines)
      return now === of.lines ? of : { ...of, lines: now }
    })
  }, [told, change])
  const { undo } = draft
  useEffect(() => {
    if (undo === null) return
    const later = setTimeout(() => change((of) => ({ ...of, undo: null })), undo.until - Date.now())
    return () => clearTimeout(later)
  }, [undo, change])

  const command = useCommand('quotas.changeTogether', quotaRefusals, ({ changed }) => {
    const done = changed.map(({ namespace, resource, from, to, version }) => ({ namespace, resource, from: to, to: from, version, lowers: null }))
    const { as, lines: those } = sent.current
    const says = changed.map(sayChanged).join('; ')
    announce(as === 'undo' ? `Put back: ${says}.` : `Changed: ${says}.`)
    if (as === 'draft') change((of) => ({ lines: of.lines.filter((line) => !those.some(isAt(line))), undo: { lines: done, says, until: Date.now() + undoMs } }))
    else if (as === 'undo') change((of) => ({ ...of, undo: null }))
  })
  function send(those: readonly DraftLine[], as: As) {
    sent.current = { lines: those, as }
    setTries((before) => before + 1)
    const consequence = as === 'undo' ? 'Each is what it was before.' : as === 'stop' ? 'It comes down no further.' : [...(told?.left ?? []).map(sayLeft), ...sayWaiting(told?.waiting ?? null)].join(' ')
    void command.carryOut({ tenant, lines: those.map(({ namespace, resource, to, version, lowers }) => ({ namespace, resource, limit: to, version, lowers })) }, { deed: sayDeed(tenant, those), consequence })
  }
  const apply = () => {
    setTried(wrong.length > 0)
    if (wrong.length === 0) send(draft.lines, 'draft')
    else own.current?.querySelector<HTMLElement>('[data-wrong] button')?.focus()
  }
  const putBack = (line: Pick<DraftLine, 'namespace' | 'resource'>) => {
    change((of) => ({ ...of, lines: of.lines.filter((one) => !isAt(line)(one)) }))
    announce(`${line.resource} of ${line.namespace} is as it was.`)
  }
  /** The last that was typed; when nothing is, what was done last. */
  const takeBack = () => {
    const last = draft.lines.at(-1)
    if (last) putBack(last)
    else if (undo) send(undo.lines, 'undo')
    else announce('There is nothing to put back.')
  }
  const put = (line: DraftLine) => {
    change((of) => ({ ...of, lines: withLine(of.lines, line) }))
    announce(line.from === line.to ? `${line.resource} of ${line.namespace} is as it was.` : `In the draft: ${sayLine(line)}.`)
  }
  // What was refused is told with what was sent, line by line, until that is another draft.
  const isOfThese = sent.current.as !== 'draft' ? sent.current.as === 'stop' || undo !== null : JSON.stringify(sent.current.lines) === JSON.stringify(draft.lines)
  const about = command.no && isOfThese ? command.no.fields.flatMap(({ field, says }) => { const line = sent.current.lines[Number(field.split('.')[1])]; return line ? [`${line.resource} of ${line.namespace}: ${says}`] : [] }) : []
  return (
    <>
      <QuotaGrid {...grid} tenant={tenant} rows={rows} whyNot={whyNot} lines={draft.lines} wrong={wrong} onTyping={setTyping} onLine={put} onPutBack={putBack} onUndo={takeBack} />
      <OnTheirWay quotas={rows.flatMap(({ quotas }) => quotas)} whyNot={whyNot} isSending={command.isSending} onStop={(line) => send([line], 'stop')} />
      <section ref={own} aria-labelledby="draft" aria-busy={isAsking || undefined} className="relative z-(--z-sticky) grid grid-cols-[minmax(0,1fr)] gap-2 rounded-panel border border-line bg-panel p-3 text-dense md:sticky md:bottom-2 md:max-h-[45dvh] md:overflow-y-auto">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="draft" className="font-medium text-strong">{lines.length === 0 ? 'Draft' : `Draft: ${lines.length === 1 ? '1 limit' : `${lines.length} limits`}`}</h2>
          <span className="flex flex-wrap gap-2">
            {draft.lines.length > 0 && <Button onClick={() => { setDiscarded(draft.lines); change((of) => ({ ...of, lines: none })); announce('The draft was discarded.') }}>Discard draft</Button>}
            {(whyNot !== null || draft.lines.length > 0) && <Button look="primary" whyNot={whyNot} isSaving={command.isSending} onClick={apply}>{draft.lines.length === 0 ? 'Change limits' : draft.lines.length > 1 ? `Change ${draft.lines.length} quotas` : 'Change quota'}</Button>}
          </span>
        </div>
        {lines.length === 0 && undo === null && <p className="text-quiet">{whyNot === null ? 'Choose a limit and type: 24, or =+8. What is typed is kept here, with its effect, until it is changed together.' : 'Limits are shown and cannot be typed over.'}</p>}
        {discarded.length > 0 && lines.length === 0 && (
          <Strip tone="info" action={<Button size="dense" onClick={() => { change((of) => ({ ...of, lines: discarded })); setDiscarded(none); announce('The draft is back.') }}>Take back</Button>}>
            The draft of {many(discarded.length, 'limit')} was discarded.
          </Strip>
        )}
        {undo && (
          <Strip tone="ok" action={<Button size="dense" isSaving={command.isSending} onClick={() => send(undo.lines, 'undo')}>Undo</Button>}>
            Changed: {undo.says}.
          </Strip>
        )}
        <Refused no={command.no && (isOfThese || command.no.fields.length === 0) ? command.no : null} />
        {about.length > 0 && <ul className="list-inside list-disc">{about.map((says) => <li key={says}>{says}</li>)}</ul>}
        {no && <p role="alert">{no.says} {no.fix}</p>}
        {isTried && wrong.length > 0 && <p role="alert" className="text-danger">Nothing was sent: {wrong.length === 1 ? 'one line cannot be done' : `${wrong.length} lines cannot be done`} as it stands here.</p>}
        {lines.length > 0 && (
          <>
            {lines.length >= linesMost && <p className="text-notice">{full}</p>}
            {told && (
              <ul aria-label="Effect" className="grid gap-0.5 text-plain">
                {told.left.map((left) => {
                  const more = moreFor(left, rows)
                  return <li key={left.resource}>{sayLeft(left)}{more !== null && grid.raiseWhyNot === null && <> <Link stays href={`${grid.raises[left.resource]}&to=${more}`}>Ask the platform for more {left.resource}</Link></>}</li>
                })}
                {sayWaiting(told.waiting).map((says) => <li key={says}>{says}</li>)}
              </ul>
            )}
            <DraftLines tenant={tenant} lines={lines} told={told?.lines ?? []} conflicts={conflicts} onPutBack={putBack} onKeep={(conflict) => put(kept(conflict))} onLower={put} />
          </>
        )}
        {isAsking && <span aria-hidden="true" className="quiet-bar" />}
      </section>
      <StepUpDialog stepUp={command.stepUp} />
    </>
  )
}
