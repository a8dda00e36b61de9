/** What a page would send, sent from a page: as whoever is signed in there, by the same door. For what a story needs to have happened, and is not about. */
import type { Page } from '@playwright/test'

export type Said = { ok: boolean; value?: { [name: string]: unknown }; refusal?: string }
export async function tell(page: Page, command: string, input: { [name: string]: unknown }): Promise<Said> {
  const answer = await page.evaluate(async ([address, body]) => {
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body })
    return { status: response.status, text: await response.text() }
  }, [`/api/trpc/${command}`, JSON.stringify(input)] as const)
  const { result } = JSON.parse(answer.text) as { result?: { data: Said } }
  if (!result) throw new Error(`${command} was answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return result.data
}

type Wish = { tenant: string; namespace: string; name: string; gpus: number; pods?: number; hours?: number }
/** Somebody asks for GPUs, and is told which allocation it is. */
export async function wishFor(page: Page, { gpus, pods = 1, hours = 1, ...of }: Wish): Promise<string> {
  const wish = { ...of, class: 'normal', pods, each: { 'nvidia.com/gpu': String(gpus), cpu: '1', memory: '1Gi' }, models: [], region: null, labels: { 'cost-center': 'stories' }, purpose: 'A story told by a test', hours, pod: null, claims: [], waits: false }
  const answer = await tell(page, 'allocations.create', wish)
  const { allocation, verdict } = answer.value ?? {}
  if (!answer.ok || verdict !== 'hold' || typeof allocation !== 'string') throw new Error(`${of.name} was to be held: ${JSON.stringify(answer).slice(0, 400)}`)
  return allocation
}
