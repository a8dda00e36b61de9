'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState, useTransition } from 'react'
import { announce } from '~/components/shell/announcer'
import { Button } from '~/components/ui/button'
import { Chips } from '~/components/ui/chips'
import { Select } from '~/components/ui/select'
import { type Address, addressOf, demandsMost, isNothing, limitsMost } from '~/server/what-if/decide-address'
import type { DemandSupposed } from '~/server/what-if/supposition'
import { DemandFields } from './demand-fields'
import { LimitSlide } from './limit-slide'
import { placeOf } from './say-answer'

/** A limit as it is. */
type LimitNow = { readonly namespace: string | null; readonly resource: string; readonly limit: string }
type Props = {
  tenant: string; path: string; supposed: Address; limits: readonly LimitNow[]; namespaces: readonly string[]; models: readonly string[]; classes: readonly { id: string; title: string }[]; normal: string; hours: number
  /** The answer to what the address says. */
  children: React.ReactNode
}
/** A demand has no name: here each has a number, so that what is typed into one stays with it when another is removed. */
type Typed = Omit<Address, 'demands'> & { readonly demands: readonly { readonly id: number; readonly demand: DemandSupposed }[] }
const typedOf = (supposed: Address, from: number): Typed => ({ ...supposed, demands: supposed.demands.map((demand, at) => ({ id: from + at, demand })) })
const supposedIn = (typed: Typed): Address => ({ ...typed, demands: typed.demands.map(({ demand }) => demand) })
/** While somebody slides or types it is not asked: the engine looks at much for one answer. */
const restMs = 350

/** What is supposed, and beside it what would come of it. All of it stands in the address, so the page is read again whenever it changes, and whoever is given the link sees the same. */
export function Supposing({ tenant, path, supposed, limits, namespaces, models, classes, normal, hours, children }: Props) {
  const router = useRouter()
  const [isReading, read] = useTransition()
  const address = addressOf(path, supposed)
  const [now, setNow] = useState(() => typedOf(supposed, 0))
  const numbered = useRef(supposed.demands.length)
  const sent = useRef(new Set([address]))
  const last = useRef(address)
  const [adding, setAdding] = useState({ place: '', resource: '' })
  const wanted = addressOf(path, supposedIn(now))

  // Somebody followed another link: that is what is supposed now. What was asked from here and is answered late is nothing new.
  useEffect(() => {
    if (sent.current.has(address)) return
    sent.current.add(address)
    last.current = address
    setNow(typedOf(supposed, numbered.current))
    numbered.current += supposed.demands.length
  }, [address, supposed])
  useEffect(() => {
    if (wanted === last.current) return
    const later = setTimeout(() => {
      sent.current.add(wanted)
      last.current = wanted
      read(() => router.replace(wanted, { scroll: false }))
    }, restMs)
    return () => clearTimeout(later)
  }, [wanted, router])

  const isAt = (one: Pick<LimitNow, 'namespace' | 'resource'>) => (other: Pick<LimitNow, 'namespace' | 'resource'>) => one.namespace === other.namespace && one.resource === other.resource
  const left = limits.filter((one) => !now.limits.some(isAt(one)))
  const places = [...new Set(left.map(({ namespace }) => namespace))]
  const place = places.find((one) => (one ?? '*') === adding.place)
  const resources = left.filter(({ namespace }) => namespace === place).map(({ resource }) => resource)
  const [only] = resources
  const chosen = resources.includes(adding.resource) ? adding.resource : resources.length === 1 ? (only ?? '') : ''
  function addLimit() {
    const found = place === undefined ? undefined : left.find(isAt({ namespace: place, resource: chosen }))
    if (!found) return announce('Choose whose limit, and of what.')
    setNow((of) => ({ ...of, limits: [...of.limits, found] }))
    setAdding({ place: '', resource: '' })
    announce(`${found.resource} of ${placeOf(tenant, found.namespace)} can be changed here.`)
  }
  const [first = ''] = namespaces
  function addDemand() {
    const id = numbered.current++
    setNow((of) => ({ ...of, demands: [...of.demands, { id, demand: { namespace: first, class: normal, pods: 1, gpus: 1, model: null, hours } }] }))
    announce(`Demand ${now.demands.length + 1} was added.`)
  }
  return (
    <div className="flex flex-col items-start gap-6 xl:flex-row">
      <section aria-labelledby="supposed" className="grid w-full grid-cols-[minmax(0,1fr)] content-start gap-6 xl:w-112 xl:shrink-0">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="supposed" className="text-section">Supposed</h2>
          {!isNothing(supposedIn(now)) && <Button size="dense" onClick={() => { setNow({ limits: [], demands: [], without: [] }); announce('Nothing is supposed any more.') }}>Start over</Button>}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h3 className="font-medium text-strong">Limits</h3>
          {now.limits.map((one) => (
            <LimitSlide
              key={`${one.namespace} ${one.resource}`} place={placeOf(tenant, one.namespace)} name={`limit-${one.namespace ?? ''}-${one.resource}`} resource={one.resource} limit={one.limit} now={limits.find(isAt(one))?.limit ?? null}
              onLimit={(limit) => setNow((of) => ({ ...of, limits: of.limits.map((other) => (isAt(one)(other) ? { ...other, limit } : other)) }))}
              onPutBack={() => { setNow((of) => ({ ...of, limits: of.limits.filter((other) => !isAt(one)(other)) })); announce(`${one.resource} of ${placeOf(tenant, one.namespace)} is left as it is.`) }}
            />
          ))}
          {now.limits.length < limitsMost && left.length > 0 && (
            <div className="flex flex-wrap items-end gap-3">
              <Select name="place" label="Limit of" value={adding.place} none="Choose" options={places.map((one) => ({ value: one ?? '*', says: one ?? `${tenant}, all of it` }))} onChoose={(to) => setAdding({ place: to, resource: adding.resource })} />
              <Select name="resource" label="Resource" value={chosen} none="Choose" options={resources.map((one) => ({ value: one, says: one }))} onChoose={(to) => setAdding({ ...adding, resource: to })} />
              <Button onClick={addLimit}>Suppose a limit</Button>
            </div>
          )}
        </div>
        {models.length > 0 && (
          <Chips
            label="GPUs that are not there" hint="As if nothing could run on any of these any more." name="without" chosen={now.without} options={[...new Set([...models, ...now.without])].map((model) => ({ value: model, says: model }))}
            onChoose={(without) => setNow((of) => ({ ...of, without }))}
          />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h3 className="font-medium text-strong">Demand</h3>
          {now.demands.map(({ id, demand }, at) => (
            <DemandFields
              key={id} at={at} demand={demand} namespaces={namespaces} classes={classes} models={models}
              onDemand={(to) => setNow((of) => ({ ...of, demands: of.demands.map((other) => (other.id === id ? { id, demand: to } : other)) }))}
              onRemove={() => { setNow((of) => ({ ...of, demands: of.demands.filter((other) => other.id !== id) })); announce(`Demand ${at + 1} was removed.`) }}
            />
          ))}
          {now.demands.length < demandsMost && first !== '' && <div><Button onClick={addDemand}>Add demand</Button></div>}
        </div>
      </section>
      <div aria-busy={isReading || wanted !== address || undefined} className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6">
        {isReading && <span aria-hidden="true" className="quiet-bar" />}
        {children}
      </div>
    </div>
  )
}
