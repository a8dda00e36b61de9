import { figureOf, formatAmount } from '~/components/quotas/amount'
import type { Line } from '~/server/admission/facts'
import { devicesFirst } from './amounts'
import { levelWord } from './level-word'
import { prepareFits } from './prepare-inputs'
import { amountsOf, fieldsOf } from './saw'

/** A level that would be charged: what it holds before and after, of how much; only the answer where the figures are not the reader's to know. */
export type LevelShown = { readonly level: string; readonly fits: boolean; readonly figures: { readonly says: string; readonly taken: number; readonly added: number; readonly tone: 'usual' | 'notice' | 'danger' } | null }
export type ResourceShown = { readonly resource: string; readonly levels: readonly LevelShown[] }

const narrowestFirst = ['class', 'namespace', 'tenant', 'organisation']

/** From the narrowest level up, the devices first. What is held counts: it is promised. */
export function prepareLevels(trace: readonly Line[]): ResourceShown[] {
  const saw = trace.find(({ check }) => check === 'quota')?.saw ?? null
  const requested = new Map(amountsOf(fieldsOf(saw).requested))
  const fits = prepareFits(saw).filter(({ resource }) => (requested.get(resource) ?? '0') !== '0')
  const resources = [...new Set(fits.map(({ resource }) => resource))].sort(devicesFirst)
  return resources.map((resource) => ({
    resource,
    levels: fits.filter((fit) => fit.resource === resource).sort((one, other) => narrowestFirst.indexOf(one.level) - narrowestFirst.indexOf(other.level)).map(({ level, fits: is, figures }) => {
      if (figures === null) return { level: levelWord(level), fits: is, figures: null }
      const [hard, before] = [BigInt(figures.hard), BigInt(figures.used) + BigInt(figures.held)]
      const after = before + BigInt(requested.get(resource) ?? '0')
      const share = (amount: bigint) => (hard === 0n ? 100 : Math.min(100, Number((amount * 10_000n) / hard) / 100))
      return {
        level: levelWord(level), fits: is,
        figures: { says: `${figureOf(resource, String(before))} → ${figureOf(resource, String(after))} of ${formatAmount(resource, figures.hard)}`, taken: share(before), added: share(after) - share(before), tone: !is ? 'danger' : after * 5n >= hard * 4n ? 'notice' : 'usual' },
      }
    }),
  }))
}
