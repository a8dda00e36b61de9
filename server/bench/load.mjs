/** One tenant admin who never stops working, and afterwards asks whether all that was acknowledged is there, once, and nothing else. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../bootstrap/place.mjs'

const read = (name) => JSON.parse(readFileSync(`${root}/prisma/seed/${name}.json`, 'utf8'))
const tenant = 'borealis'

async function signIn(address) {
  const jar = new Map()
  const send = async (path, init = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${address}${path}`, { redirect: 'manual', ...init, headers: { cookie, origin: address, ...init.headers } })
    for (const line of response.headers.getSetCookie()) jar.set(line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1, line.indexOf(';')))
    return response
  }
  const { email } = read('people').find(({ place, role }) => place === tenant && role === 'tenant_admin')
  const { password, totpSecret } = read('credentials')
  const show = (what, input) => send(`/api/trpc/signIn.${what}`, { method: 'POST', body: JSON.stringify(input), headers: { 'content-type': 'application/json' } })
  await show('withPassword', { email, password })
  const { generate } = await import('otplib')
  const answer = await (await show('withCode', { code: await generate({ secret: totpSecret }) })).json()
  if (!answer.result?.data?.ok) throw new Error(`the one who works could not sign in: ${JSON.stringify(answer)}`)
  return send
}

export async function startLoad(address) {
  const send = await signIn(address)
  const ask = async (action, input) => {
    const response = await send(`/api/trpc/${action}?input=${encodeURIComponent(JSON.stringify({ tenant, ...input }))}`, { headers: { 'sec-fetch-site': 'same-origin' } })
    const { result, error } = await response.json()
    if (!result) throw new Error(`${action} was not answered: ${JSON.stringify(error)}`)
    return result.data
  }
  const acknowledged = new Set()
  const tried = new Set()
  /** What came of those that were not acknowledged. */
  const others = {}
  let going = true
  const working = (async () => {
    for (let at = 0; going; at++) {
      const name = `load-${at}`
      tried.add(name)
      const init = { method: 'POST', body: JSON.stringify({ tenant, name, title: name, environment: 'development', costCentre: null, owner: null, isolation: null, podSecurity: null, labels: {} }), headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() }, signal: AbortSignal.timeout(5000) }
      // A process that is killed may have begun to answer: what was not said to its end was not acknowledged.
      const answer = await send('/api/trpc/namespaces.create', init).then((response) => response.json()).catch(() => null)
      const data = answer?.result?.data
      if (data?.ok) acknowledged.add(name)
      else {
        const no = data?.refusal ?? answer?.error?.data?.refusal ?? (answer ? 'fault' : 'no answer')
        others[no] = (others[no] ?? 0) + 1
      }
      await wait(150)
    }
  })()

  async function deeds() {
    const found = []
    for (let after = null; ;) {
      const page = await ask('audit.list', { stream: 'deed', after, before: null })
      found.push(...page.rows)
      if (!page.next) return found
      after = page.next
    }
  }
  async function loadNames() {
    const found = []
    for (let after = null; ;) {
      const page = await ask('namespaces.list', { find: 'load-', state: null, environment: null, sort: 'name', descending: false, after, before: null })
      found.push(...page.rows.map(({ name }) => name))
      if (!page.next) return found
      after = page.next
    }
  }
  const newest = async () => Number((await ask('audit.list', { stream: 'access', after: null, before: null })).rows[0]?.sequence ?? 0)

  return {
    /** True once what happens now is numbered again: the loop runs, so its lease is not stuck. */
    async loopRuns() {
      const before = await newest().catch(() => null)
      for (const until = Date.now() + 15_000; before !== null && Date.now() < until; await wait(200)) if ((await newest().catch(() => 0)) > before) return true
      return false
    },
    async stop() {
      going = false
      await working
      const names = await loadNames()
      const records = await deeds()
      const sequences = records.map(({ sequence }) => Number(sequence)).reverse()
      const recorded = records.filter(({ what }) => what === 'namespaces.create').map(({ on }) => on).filter((name) => name?.startsWith('load-'))
      return {
        acknowledged: acknowledged.size, tried: tried.size, others,
        lost: [...acknowledged].filter((name) => !names.includes(name)).length,
        unrecorded: names.filter((name) => !recorded.includes(name)).length,
        doubled: recorded.length - new Set(recorded).size,
        holes: sequences.filter((sequence, at) => sequence !== at + 1).length,
      }
    },
  }
}
