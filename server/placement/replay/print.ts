import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { loads } from './replay'
import { oursByFgd, type PolicySummary, type Summary } from './summarise'

const failedShown = 6
const round = (value: number, digits: number) => Number(value.toFixed(digits))

export function print(summaries: readonly Summary[], { seeds, residency, json }: { seeds: number; residency: boolean; json: boolean }): void {
  if (json) {
    for (const { trace, policies } of summaries) for (const { policy, at } of policies) for (const { load, mean, sd, published } of at) {
      console.log(JSON.stringify({ ...(summaries.length > 1 ? { trace } : {}), policy, load, mean: round(mean, 4), sd: round(sd, 4), published }))
    }
    if (residency) for (const { trace, policies } of summaries) for (const { policy, bound, violations } of policies) console.log(JSON.stringify({ trace, policy, bound, violations }))
    return
  }
  for (const { trace, policies } of summaries) {
    console.log(`\n${trace}, ${many(seeds, 'seed')}: unallocated GPU % (sd)${policies.some(({ at }) => at.some(({ published }) => published !== null)) ? ', published in brackets' : ''}`)
    console.log(`  ${'policy'.padEnd(14)}${loads.map((load) => `${load} %`.padEnd(22)).join('')}F at 100 %  decisions/s`)
    for (const each of policies) console.log(`  ${each.policy.padEnd(14)}${loads.map((load) => cell(each, load).padEnd(22)).join('')}${each.fragmented.toFixed(2).padStart(8)} %${figure(each.perSecond, 0).padStart(13)}`)
    for (const { policy, failed } of policies) console.log(`  ${policy.padEnd(14)}dropped: ${failed.slice(0, failedShown).map(({ shape, times }) => `${times.toFixed(1)} × ${shape}`).join('; ') || 'none'}${failed.length > failedShown ? `; ${failed.length - failedShown} shapes more` : ''}`)
    if (residency) for (const { policy, bound, violations } of policies) console.log(`  ${policy.padEnd(14)}residency: ${violations} violations in ${figure(bound)} placements of what is bound`)
  }
  for (const load of loads) {
    const ratio = oursByFgd(summaries, load)
    if (ratio !== null) console.log(`${load === loads[0] ? '\n' : ''}ours / FGD at ${load} %, geometric mean of ${summaries.length}: ${ratio.toFixed(4)}`)
  }
}

function cell({ at }: PolicySummary, load: number): string {
  const found = at.find((each) => each.load === load)
  return found ? `${found.mean.toFixed(2)} (${found.sd.toFixed(2)})${found.published === null ? '' : ` [${found.published.toFixed(2)}]`}` : '–'
}

export function printCompared(compared: readonly { trace: string; policy: string; seeds: number; differing: number }[], json: boolean): void {
  for (const { trace, policy, seeds, differing } of compared) {
    const holds = differing === 0
    if (json) console.log(JSON.stringify({ name: `${trace}, ${policy}: seeds placed otherwise through quotas that never bind`, value: differing, unit: 'seeds', ratio: null, goal: '0', holds }))
    else console.log(`${holds ? 'holds' : 'FALLS'} ${trace}, ${policy}: through quotas that never bind, ${holds ? 'the same placement to the last GPU' : `another placement in ${differing}`} of ${many(seeds, 'seed')}`)
  }
}
