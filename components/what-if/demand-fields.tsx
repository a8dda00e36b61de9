'use client'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Field } from '~/components/ui/field'
import { Select } from '~/components/ui/select'
import { figure } from '~/server/shared/figure'
import type { DemandSupposed } from '~/server/what-if/supposition'

type Options = { readonly namespaces: readonly string[]; readonly classes: readonly { readonly id: string; readonly title: string }[]; readonly models: readonly string[] }
type Props = Options & { at: number; demand: DemandSupposed; onDemand: (demand: DemandSupposed) => void; onRemove: () => void }
const whole = (text: string, most: number): number | null => (/^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= most ? Number(text) : null)

/** What somebody would ask for. A number that cannot be read stays to be mended, and what was supposed before it holds. */
export function DemandFields({ at, demand, namespaces, classes, models, onDemand, onRemove }: Props) {
  const [typed, setTyped] = useState({ pods: String(demand.pods), gpus: String(demand.gpus), hours: demand.hours === null ? '' : String(demand.hours) })
  const most = { pods: 1_000, gpus: 64, hours: 8_760 } as const
  function type(field: keyof typeof typed, text: string) {
    setTyped((now) => ({ ...now, [field]: text }))
    const number = whole(text, most[field])
    if (number !== null || (field === 'hours' && text.trim() === '')) onDemand({ ...demand, [field]: number })
  }
  const number = (field: keyof typeof typed, label: string) => ({
    name: `${field}-${at}`, label, value: typed[field], inputMode: 'numeric' as const, autoComplete: 'off', className: 'w-20', onType: (text: string) => type(field, text),
    problem: whole(typed[field], most[field]) !== null || (field === 'hours' && typed.hours.trim() === '') ? null : `From 1 to ${figure(most[field])}.`,
  })
  const withOwn = (known: readonly string[], own: string | null) => (own === null || known.includes(own) ? known : [...known, own])
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 rounded-panel border border-line bg-panel p-3">
      <legend className="px-1 font-medium text-strong">Demand {at + 1}</legend>
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
        <Select name={`namespace-${at}`} label="Namespace" value={demand.namespace} options={withOwn(namespaces, demand.namespace).map((name) => ({ value: name, says: name }))} onChoose={(namespace) => onDemand({ ...demand, namespace })} />
        <Field {...number('pods', 'Pods')} />
        <Field {...number('gpus', 'GPUs per pod')} />
        <Select name={`model-${at}`} label="Model" value={demand.model ?? ''} none="Any" options={withOwn(models, demand.model).map((name) => ({ value: name, says: name }))} onChoose={(model) => onDemand({ ...demand, model: model === '' ? null : model })} />
        <Select name={`class-${at}`} label="Class" value={demand.class} options={withOwn(classes.map(({ id }) => id), demand.class).map((name) => ({ value: name, says: classes.find(({ id }) => id === name)?.title ?? name }))} onChoose={(of) => onDemand({ ...demand, class: of })} />
        <Field {...number('hours', 'Hours')} optional />
      </div>
      <div><Button size="dense" onClick={onRemove} aria-label={`Remove demand ${at + 1}`}>Remove</Button></div>
    </fieldset>
  )
}
