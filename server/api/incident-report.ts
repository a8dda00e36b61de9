/** Answers with the report of an incident, as a file that people read. */
import { markdownOf, reportOf } from '~/components/incidents/report'
import { answersFile } from './answer-file'

export const answerReport = answersFile(async (door, said) => {
  const found = await door.incidents.read(said as Parameters<typeof door.incidents.read>[0])
  return { text: markdownOf(reportOf(found)), type: 'text/markdown', name: `incident-${found.incident.openedAt.slice(0, 10)}-${found.incident.incident}.md` }
})
