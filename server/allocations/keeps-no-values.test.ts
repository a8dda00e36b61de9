import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { sweepFor } from '~/server/testing/every-column'
import { doorFor, makeWorld } from '~/server/testing/world'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

test('what the variables of a pod hold stands nowhere, whatever became of the wish; their names do', async () => {
  const world = await makeWorld()
  await makeRoom(world)
  const [held, named] = [`value-${randomUUID()}`, `NAME_${world.mark}`]
  const safe = { allowPrivilegeEscalation: false, runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } }
  const pod = (securityContext: object) => JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'x', env: [{ name: named, value: held }], securityContext }] } })
  const ask = async (gpus: number, more: object) => {
    const answer = await (await doorFor(world.admin)).allocations.create(wishIn(world, gpus, { pod: pod(safe), ...more }))
    return answer.ok ? answer.value.verdict : answer.refusal
  }
  const preview = await (await doorFor(world.admin)).allocations.preview(wishIn(world, 1, { pod: pod(safe) }))
  expect([preview.ok && preview.value.verdict, await ask(1, {}), await ask(9, {}), await ask(20_000, { waits: true }), await ask(1, { pod: pod({ ...safe, privileged: true }) })]).toEqual(['admit', 'admit', 'hold', 'above_maximum', 'below_baseline'])
  const { found } = await sweepFor([held, named])
  expect(found.filter((each) => each.includes(held))).toEqual([])
  expect(found).toEqual(expect.arrayContaining([`allocation: ${named}`, `decision: ${named}`]))
})
