import type { Numbers } from '~/components/charts/figure'
import { prepareSteps, type StepsShown } from '~/components/charts/prepare-steps'
import { exact } from '~/components/ui/time'
import type { FigureRead, FiguresRead } from '~/server/security/security'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { figureWords } from './figure-words'

const say = (times: number, { of, ofMany }: { of: string; ofMany: string }) => `${times === 0 ? 'no' : figure(times)} ${times === 1 ? of : ofMany}`
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** One figure by the hour or the day. Where nobody counted there is a gap, and never a nought. */
export function prepareFigure({ span, buckets }: Pick<FiguresRead, 'span' | 'buckets'>, { name, times, signals }: FigureRead): { shown: StepsShown; numbers: Numbers } {
  const words = figureWords[name]
  const steps = buckets.flatMap(({ from, to }, at) => {
    const many = times[at]
    return many === null || many === undefined ? [] : [{ from, to: at === buckets.length - 1 ? null : to, value: many, says: figure(many) }]
  })
  const shown = prepareSteps({ title: words.title, unit: '', series: [{ name: words.title, steps }], now: buckets.at(-1)?.to ?? new Date(0).toISOString() })
  return {
    shown: { ...shown, title: `${words.title}, by the ${span}`, sentence: sentenceOf(span, steps, buckets.length, signals, words) },
    numbers: { columns: ['From', words.title], rows: buckets.map(({ from }, at) => [exact(from), times[at] === null || times[at] === undefined ? '—' : figure(times[at])]).reverse() },
  }
}

function sentenceOf(span: string, steps: readonly { from: string; value: number }[], buckets: number, signals: number, words: { of: string; ofMany: string; raised: string }): string {
  if (steps.length === 0) return 'Nobody counted in this time: how often is not known.'
  const all = steps.reduce((sum, { value }) => sum + value, 0)
  const most = steps.reduce((highest, step) => (step.value > highest.value ? step : highest))
  const begins = `${capital(say(all, words))}${all > 0 ? `, at most ${figure(most.value)} in one ${span}` : ''}.`
  const told = ` ${signals === 0 ? 'No signals' : capital(many(signals, 'signal'))} in this time: one is raised ${words.raised}.`
  return `${begins}${told}${steps.length < buckets ? ' Before the line begins nobody counted.' : ''}`
}
