import { expect, test } from 'vitest'
import type { IncidentRead } from '~/server/incidents/list-incidents'
import { markdownOf, reportOf } from './report'

const read: IncidentRead = {
  incident: {
    incident: 'i', title: 'A token # was seen', severity: 'high', playbook: 'leaked_token', state: 'closed', seen: 'On a [page](x)\n# of somebody.', awareAt: '2026-01-01T10:00:00.000Z', openedAt: '2026-01-01T10:30:00.000Z', openedBy: 'Pia', signal: null, case: null,
    dueAt: '2026-01-04T10:00:00.000Z', clock: 'told', toldAt: '2026-01-02T10:00:00.000Z', answerNote: 'By their form.', answeredBy: 'Pia', closedAt: '2026-01-03T10:00:00.000Z', closedBy: 'Per', summary: 'It was used by nobody.',
  },
  containments: [{ containment: 'c', kind: 'lock', of: 'person', thing: 'p', name: 'Dev', nodes: 0, sessions: 2, tokens: 1, doneAt: '2026-01-01T10:31:00.000Z', doneBy: 'Pia', liftedAt: null, liftedBy: null, keptFor: 'They have left.', keptBy: 'Per' }],
  steps: [{ step: 'revoke_tokens', says: 'Revoke the tokens of whoever it belongs to.', state: 'left', note: 'It ended by itself.', at: '2026-01-01T11:00:00.000Z', by: 'Pia' }],
  entries: [{ entry: 'e', kind: 'lock', thing: 'Dev', says: null, place: 'platform', sequence: '42', at: '2026-01-01T10:31:00.000Z', by: 'Pia' }],
  missing: [], check: { beganAt: '2026-01-03T09:59:00.000Z', whole: true },
}

test('the report is the rows in sentences, with the numbers of the record, and what people wrote is no markup of it', () => { expect(markdownOf(reportOf(read))).toMatchInlineSnapshot(`
  "# A token \\# was seen

  ## What it was

  - It was used by nobody.
  - Seen: On a \\[page\\](x) \\# of somebody.
  - Severity: High. State: Closed. Checklist: Leaked token.

  ## Times

  - Aware: 2026-01-01 10:00:00 UTC
  - Opened: 2026-01-01 10:30:00 UTC, by Pia
  - First contained: 2026-01-01 10:31:00 UTC, 31 min after it was known
  - Closed: 2026-01-03 10:00:00 UTC, by Per, 48 h after it was known

  ## Authority

  - Due: 2026-01-04 10:00:00 UTC, 72 hours after it was known
  - Told in time: 2026-01-02 10:00:00 UTC
  - Pia: By their form.

  ## Contained

  - Dev: locked by Pia, 2026-01-01 10:31:00 UTC. 2 sessions and 1 token ended. Kept by Per: They have left.

  ## Checklist

  - Revoke the tokens of whoever it belongs to. Left out by Pia, 2026-01-01 11:00:00 UTC: It ended by itself.

  ## What was done

  - 2026-01-01 10:31:00 UTC, Pia: Locked Dev (record platform 42)
  "
`) })
test('of one that goes on it says what is still to be done', () => {
  const { incident, ...rest } = read
  expect(reportOf({ ...rest, incident: { ...incident, closedAt: null, closedBy: null, summary: null, state: 'contained' }, missing: ['steps_left'] }).parts.at(-1)).toMatchObject({ heading: 'Still to be done', lines: [expect.stringMatching(/^Do each step/), expect.stringMatching(/was whole\.$/)] })
})
