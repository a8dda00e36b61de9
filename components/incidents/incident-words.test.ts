import { expect, test } from 'vitest'
import { decideQuery } from '~/server/audit/decide-query'
import { incidentRefusals } from '~/server/incidents/incident.refusals'
import { clockWords, entryWords, missingWords, momentOf, sayEffect, sayEntry, searchFor, severityWords, stateWords } from './incident-words'

test('every word is a sentence or a name, and what is missing has a refusal of the same name', () => {
  for (const { says } of [...Object.values(clockWords), ...Object.values(stateWords), ...Object.values(severityWords)]) expect(says).toMatch(/^[A-Z]/)
  for (const [missing, says] of Object.entries(missingWords)) expect([missing in incidentRefusals, says]).toEqual([true, expect.stringMatching(/^[A-Z].*\.$/)])
  expect(new Set(Object.values(entryWords)).size).toBe(Object.keys(entryWords).length)
})
test('what was done is said with what it was done to, and what came of it in figures', () => {
  expect([sayEntry({ kind: 'lock', thing: 'Dev' }), sayEntry({ kind: 'note', thing: null }), sayEntry({ kind: 'left', thing: 'Ask whoever it was.' })]).toEqual(['Locked Dev', 'Note', 'Left out: Ask whoever it was.'])
  expect(sayEffect({ kind: 'lock', of: 'person', nodes: 0, sessions: 1, tokens: 2 })).toBe('1 session and 2 tokens ended')
  expect(sayEffect({ kind: 'cordon', of: 'pool', nodes: 3, sessions: 0, tokens: 0 })).toBe('3 nodes take nothing new')
})
test('a moment is one in UTC, or none', () => { expect([momentOf('2026-01-01T10:00'), momentOf(''), momentOf('tomorrow')]).toEqual(['2026-01-01T10:00:00Z', null, null]) })
test('what the record is searched by is understood there, whatever the thing is', () => {
  const since = '2026-01-01T10:00:00.000Z'
  for (const [of, thing, kinds] of [['person', '0198c0de-0000-7000-8000-000000000000', ['actor', 'since']], ['tenant', 'aurora', ['tenant', 'since']], ['node', 'eu-1-a.node', ['since']], ['pool', 'pool-a', ['since']]] as const) {
    const { chips, wrong, words } = decideQuery(searchFor({ of, thing }, since))
    expect([chips.map(({ kind }) => kind), wrong, words.length > 0]).toEqual([kinds, [], of === 'node' || of === 'pool'])
  }
})
