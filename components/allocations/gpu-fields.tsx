'use client'
import { Chips } from '~/components/ui/chips'
import { Field } from '~/components/ui/field'
import type { GpuModel } from '~/server/allocations/model'
import { modelsWith, sayModel } from './decide-models'
import { type AllocationWish, modelsIn, type WishField } from './read-wish'

type Shown = { name: WishField; label: string; value: string; problem: string | null; onType: (text: string) => void }
type Props = { wish: AllocationWish; models: readonly GpuModel[]; field: (name: WishField) => Shown; onApply: (part: Partial<AllocationWish>) => void }

/** How many, and which: by model, or by the memory each must have. Where no fleet is known the models are written. */
export function GpuFields({ wish, models, field, onApply }: Props) {
  const isOfKnown = models.length > 0
  const chosen = modelsIn(wish.models)
  const known = [...models.map((one) => ({ value: one.model, says: one.model, about: sayModel(one) })), ...chosen.filter((model) => !models.some((one) => one.model === model)).map((model) => ({ value: model, says: model, about: 'not known here' }))]
  const { value: gib } = field('gpuMemory')
  const found = wish.by === 'memory' && /^[1-9]\d{0,4}$/.test(gib.trim()) ? modelsWith(models, gib.trim()) : []
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-4">
        <Field {...field('gpus')} hint="Whole ones." inputMode="numeric" autoComplete="off" className="w-20" />
        <Field {...field('pods')} hint="How many alike." inputMode="numeric" autoComplete="off" className="w-20" />
        <Field {...field('cpu')} hint="Or as is usual." autoComplete="off" spellCheck={false} placeholder="8" className="w-20" />
        <Field {...field('memory')} hint="Or as is usual." autoComplete="off" spellCheck={false} placeholder="32Gi" className="w-20" />
      </div>
      {!isOfKnown && <Field {...field('models')} hint="Any of these, with commas between." autoComplete="off" spellCheck={false} placeholder="A100, H100" optional />}
      {isOfKnown && (
        <div className="grid gap-2">
          <Chips label="Choose GPUs" one name="by" chosen={wish.by} onChoose={(by) => onApply({ by: by === 'memory' ? 'memory' : 'models' })} options={[{ value: 'models', says: 'By model' }, { value: 'memory', says: 'By memory' }]} />
          {wish.by === 'models'
            ? <Chips label="Models" name="models" hint="Any of these; without one, any at all." optional problem={field('models').problem} chosen={chosen} onChoose={(some) => onApply({ models: some.join(', ') })} options={known} />
            : (
              <>
                <Field {...field('gpuMemory')} hint="At least so much on each." inputMode="numeric" autoComplete="off" className="w-24" unit="GiB" optional />
                <p role="status" className="text-dense text-quiet empty:hidden">{found.length > 0 && `Any of ${models.filter(({ model }) => found.includes(model)).map((one) => `${one.model} (${sayModel(one)})`).join(', ')}.`}</p>
              </>
            )}
        </div>
      )}
    </div>
  )
}
