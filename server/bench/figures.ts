/** One line of a bench. A figure without a goal is told for its own sake. */
export type Figure = { name: string; value: number; unit: string; ratio: number | null; goal: string | null; holds: boolean | null }

const isJson = process.argv.includes('--json') || process.env.BENCH_JSON === '1'
const told: Figure[] = []
export function tell(name: string, value: number, unit: string, { ratio = null, goal = null, holds = null }: Partial<Pick<Figure, 'ratio' | 'goal' | 'holds'>> = {}): void {
  const figure = { name, value, unit, ratio, goal, holds }
  told.push(figure)
  if (isJson) {
    console.log(JSON.stringify(figure))
    return
  }
  const mark = holds === null ? '     ' : holds ? 'ok   ' : 'SHORT'
  const amount = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
  console.log(`${mark} ${name}: ${amount} ${unit}${ratio === null ? '' : `, ${ratio.toFixed(2)} times`}${goal === null ? '' : ` (goal ${goal})`}`)
}
export const say = (line: string): void => { if (!isJson) console.log(line) }
export const anyShort = (): boolean => told.some(({ holds }) => holds === false)

/** What was asked for on the command line, or what is usual. */
export function option(name: string, usual: number): number {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
export function word(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? null : (process.argv[at + 1] ?? null)
}
export const quantile = (of: readonly number[], q: number): number => [...of].sort((a, b) => a - b)[Math.min(of.length - 1, Math.floor(of.length * q))] ?? 0
