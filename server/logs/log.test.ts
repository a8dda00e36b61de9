import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Secret } from '~/server/settings/secret'
import { lineOf } from './log'
import { countAnswer, countLoop, metricsText, sayBehind } from './metrics'

const at = new Date('2026-01-02T03:04:05Z')
const line = (message: string, fields = {}) => lineOf('info', 'web', message, fields, at)

test.each([
  ['a line feed', 'a\nb'], ['a carriage return', 'a\r\nb'], ['a terminal colour', '\u001b[31mred'], ['an eight-bit control', '\u009b31mred'],
  ['a line separator', 'a\u2028b\u2029c'], ['reordered text', 'a\u202eb\u2066c'], ['a null', 'a\0b'], ['a lone surrogate', 'a\ud800b'],
])('%s stays inside its quotes and comes back as it was', (_, text) => {
  for (const written of [line(text), line('x', { text }), line('x', { nested: { text } }), line('x', { [text]: 1 })]) {
    expect(written).toMatch(/^\{[\x20-\x7e]*\}\n$/)
  }
  expect(JSON.parse(line(text)).message).toBe(text)
})

test('a value cannot take the place of our own fields', () => {
  expect(JSON.parse(line('true', { message: 'forged', level: 'error', at: 'never', process: 'other' }))).toEqual({ at: at.toISOString(), level: 'info', process: 'web', message: 'true' })
})

test('what is secret by name, by kind or in an address is not written', () => {
  const written = line('to postgresql://web:hunter2@db/x', {
    password: 'hunter2', stepUpToken: 'hunter2', apiKey: 'hunter2', cookie: 'hunter2', nested: { list: [{ secret: 'hunter2' }] }, value: new Secret('hunter2'), error: new Error('at postgres://a:hunter2@b'),
  })
  expect(written).not.toContain('hunter2')
  expect(written).toContain('postgresql://web:…@db/x'.replace('…', '…'))
})

test('a line has an end', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`field${i}`, 'x'.repeat(1e6)]))
  expect(line('x'.repeat(1e6), many).length).toBeLessThan(32 * 2200 + 3000)
  const circular: Record<string, unknown> = {}
  circular.self = circular
  expect(line('x', { circular, big: 10n })).toContain('"big":"10"')
})

test('counted at the door and in the loops, shown for Prometheus', async () => {
  countAnswer('quota.read', 'done', 0.02)
  countLoop('expire', 'done')
  const text = await metricsText()
  expect(text).toContain('bailiwick_door_answers_total{action="quota.read",outcome="done"} 1')
  expect(text).toContain('bailiwick_door_seconds_bucket{le="0.025",action="quota.read"} 1')
  expect(text).toContain('bailiwick_loop_runs_total{loop="expire",outcome="done"} 1')
  expect(text).toContain('process_cpu_seconds_total')
})

test('every metric by which somebody is woken is told, and what the database does not say is told no more', async () => {
  countLoop('seal-records', 'ran')
  sayBehind({ waits: { numbers: 0, seal: 61, witness: 0, outbox: 0, reconciliation: 0 }, clockOff: 2 })
  const told = await metricsText()
  const rules = (parse(readFileSync('server/logs/alerts.yml', 'utf8')) as { groups: { rules: { expr: string }[] }[] }).groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  for (const { expr } of rules) {
    const [, metric = '', label = ''] = /(bailiwick_\w+)(?:\{(what="\w+")\})?/.exec(expr) ?? []
    expect(told, expr).toContain(label ? `${metric}{${label}} ` : `# TYPE ${metric} `)
  }
  sayBehind(null)
  expect(await metricsText()).toMatch(/^bailiwick_database_answers 0$/m)
  expect(await metricsText()).not.toMatch(/^bailiwick_behind_seconds\{/m)
})
