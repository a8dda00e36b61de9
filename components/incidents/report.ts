/** The report of an incident, made of its rows: the same on the page and in the file. */
import { exact } from '~/components/ui/time'
import { playbooks } from '~/server/incidents/incident'
import type { IncidentRead } from '~/server/incidents/list-incidents'
import { clockWords, containmentWords, missingWords, sayEffect, sayEntry, sayRecord, severityWords, stateWords } from './incident-words'

type ReportPart = { heading: string; lines: readonly string[] }
export type Report = { title: string; parts: readonly ReportPart[] }

const hours = (from: string, to: string): string => {
  const minutes = Math.round((Date.parse(to) - Date.parse(from)) / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

export function reportOf({ incident: one, containments, steps, entries, missing, check }: IncidentRead): Report {
  const first = containments[0]?.doneAt
  return {
    title: one.title,
    parts: [
      { heading: 'What it was', lines: [one.summary ?? 'It is not closed yet.', `Seen: ${one.seen}`, `Severity: ${severityWords[one.severity].says}. State: ${stateWords[one.state].says}. Checklist: ${playbooks[one.playbook].says}.`] },
      {
        heading: 'Times', lines: [
          `Aware: ${exact(one.awareAt)}`, `Opened: ${exact(one.openedAt)}, by ${one.openedBy}`,
          ...(first === undefined ? ['Nothing was contained.'] : [`First contained: ${exact(first)}, ${hours(one.awareAt, first)} after it was known`]),
          ...(one.closedAt === null ? [] : [`Closed: ${exact(one.closedAt)}, by ${one.closedBy}, ${hours(one.awareAt, one.closedAt)} after it was known`]),
        ],
      },
      { heading: 'Authority', lines: [`Due: ${exact(one.dueAt)}, 72 hours after it was known`, `${clockWords[one.clock].says}${one.toldAt === null ? '' : `: ${exact(one.toldAt)}`}`, ...(one.answerNote === null ? [] : [`${one.answeredBy}: ${one.answerNote}`])] },
      { heading: 'Contained', lines: containments.map((each) => `${each.name}: ${containmentWords[each.kind].done.toLowerCase()} by ${each.doneBy}, ${exact(each.doneAt)}. ${sayEffect(each)}. ${each.liftedAt !== null ? `Lifted by ${each.liftedBy}, ${exact(each.liftedAt)}.` : each.keptFor !== null ? `Kept by ${each.keptBy}: ${each.keptFor}` : each.kind === 'revoke' ? '' : 'Not lifted.'}`.trim()) },
      { heading: 'Checklist', lines: steps.map(({ says, state, note, at, by }) => `${says} ${state === null ? 'Not answered.' : `${state === 'done' ? 'Done' : 'Left out'} by ${by}, ${at === null ? '' : exact(at)}${note === null ? '' : `: ${note}`}`}`) },
      { heading: 'What was done', lines: entries.map((each) => `${exact(each.at)}, ${each.by}: ${sayEntry(each).replace(/\.$/, '')}${each.says === null ? '' : `: ${each.says}`} (record ${sayRecord(each)})`) },
      ...(one.closedAt !== null ? [] : [{ heading: 'Still to be done', lines: [...missing.map((each) => missingWords[each]), ...(check === null ? [] : [`The record was last looked at ${exact(check.beganAt)}, and ${check.whole ? 'was whole' : 'was not whole'}.`])] }]),
    ].filter(({ lines }) => lines.length > 0),
  }
}

/** What people wrote is text here, too, and no headings or links of the file. */
const plain = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&')
export const markdownOf = ({ title, parts }: Report): string => [`# ${plain(title)}`, ...parts.map(({ heading, lines }) => `## ${heading}\n\n${lines.map((line) => `- ${plain(line)}`).join('\n')}`)].join('\n\n').concat('\n')
