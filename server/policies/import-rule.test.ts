/** A rule that other tools wrote comes into a draft, or every problem of it is told; and nothing of it holds. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { doorFor, makeWorld, type World } from '~/server/testing/world'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

const document = {
  rule: 'gpu-approval-required', condition: "spec.resources.requests['nvidia.com/gpu'] > 8", action: 'deny', message: 'GPU requests > 8 require manager approval. File request at go/gpu-request',
  exceptions: ['namespace:red', 'priorityClass:system-critical'],
}
const { exceptions: _none, ...bare } = document
const until = new Date(Date.now() + 86_400_000).toISOString()
const asked = (of: unknown, more: object = {}) => ({ document: typeof of === 'string' ? of : JSON.stringify(of), mode: 'shadow' as const, until, because: 'The launch.', ...more })
const importRule = async (of: unknown, more: object = {}, by = world.admin) => (await doorFor(by)).policies.importRule({ tenant: world.a, ...asked(of, more) })
const problemsOf = async (of: unknown, more: object = {}) => {
  const told = await importRule(of, more)
  return told.ok ? [] : told.problems.map(({ at, says }) => `${at ?? 'all'}: ${says}`)
}

test('a document is taken as it is, and whoever asks answers for its exceptions by name', async () => {
  const by = { owner: world.admin.email, until, because: 'The launch.' }
  expect(await importRule(document)).toEqual({
    ok: true,
    rule: {
      id: document.rule, title: document.rule, expression: document.condition, effect: 'deny', mode: 'shadow', message: document.message,
      exceptions: [{ kind: 'namespace', id: `${world.a}/red`, ...by }, { kind: 'class', id: 'system-cluster-critical', ...by }, { kind: 'class', id: 'system-node-critical', ...by }],
    },
    warnings: [expect.stringContaining('Kubernetes has no priority class system-critical'), expect.stringContaining('counts nvidia.com/gpu alone')],
  })
})
test('without exceptions nobody is asked until when and why; where it is wished for, it is enforced; a namespace that is not there is said', async () => {
  expect(await importRule(bare, { mode: 'enforced', until: null, because: null })).toMatchObject({ ok: true, rule: { mode: 'enforced', exceptions: [] } })
  expect(await importRule({ ...bare, condition: 'gpus > 8', exceptions: ['namespace:nowhere'] })).toMatchObject({ ok: true, warnings: [`There is no namespace ${world.a}/nowhere here, so its exception lets nobody off.`] })
})
test('every problem is told, place by place', async () => {
  expect(await problemsOf({ ...document, condition: 'gpus >' }, { until: null, because: null })).toEqual([expect.stringContaining('condition: The rule cannot be read. It is not CEL'), 'until: The document has exceptions: say until when they hold.', 'because: The document has exceptions: say why.'])
  expect(await problemsOf({ ...document, action: 'allow', message: '', more: 1 })).toEqual(['action: It must be something that is one of deny, warn, require_approval.', 'message: It must be something that is not empty.', 'all: It must be something that has no more.'])
  expect(await problemsOf({ ...document, condition: 'spec.a.all(x, spec.a.all(y, spec.a.all(z, true)))' })).toEqual([expect.stringContaining('cannot be shown to be cheap, so it cannot be enforced. It can be tried.')])
})
test.each<[says: string, text: string, because: string]>([
  ['what is no JSON', '{"rule":', 'It is not JSON.'], ['what says something twice', '{"rule":"a","r\\u0075le":"b"}', 'It says something twice'], ['what nests without end', '['.repeat(9), 'It nests more than 8 deep.'], ['what is too long in bytes', `"${'é'.repeat(40_000)}"`, 'It is more than 65536 bytes.'], ['half of a character', '"\\ud800"', 'half of a character'],
])('%s is told to be that', async (_says, text, because) => { expect((await problemsOf(text)).join()).toContain(`all: ${because === 'half of a character' ? 'It has half of a character' : because}`) })
test('what is longer than any document is no input', async () => {
  await expect(importRule(`"${'a'.repeat(65_536)}"`)).rejects.toMatchObject({ message: expect.stringContaining('too_big') })
})
test('another tenant’s admin finds nothing, and who only reads brings nothing', async () => {
  await expect(importRule(document, {}, world.stranger)).rejects.toMatchObject({ message: 'not_found' })
  await expect(importRule(document, {}, world.auditor)).rejects.toMatchObject({ message: 'forbidden' })
})
test('nothing of it holds', async () => {
  await importRule(bare)
  expect(await (await doorFor(world.admin)).policies.read({ tenant: world.a, of: 'tenant', kind: 'rules' })).toMatchObject({ version: null, body: { rules: [] } })
})
test('on the platform a namespace is named with its tenant', async () => {
  const onPlatform = async (of: unknown, more: object = {}) => (await doorFor(world.platformAdmin)).policies.importRuleOnPlatform(asked(of, more))
  expect(await onPlatform(document)).toEqual({ ok: false, problems: [{ at: 'exceptions', says: 'The namespace red is of no tenant; say whose.' }] })
  expect(await onPlatform({ ...document, exceptions: [`namespace:${world.a}/red`, `tenant:${world.b}`] })).toMatchObject({ ok: true, rule: { exceptions: [{ kind: 'namespace', id: `${world.a}/red`, owner: world.platformAdmin.email }, { kind: 'tenant', id: world.b }] } })
})
