/** Answers with what a stranger checks by, as files: whose passkeys there are, and which keys are those of the log. */
import { answersFile, inName } from './answer-file'

export const answerEnrolments = answersFile(async (door, said) => {
  const { at, text } = await door.receipts.enrolments(said as Record<string, never>)
  return { text: text(), type: 'text/plain', name: `enrolments-${inName(at ?? new Date().toISOString())}.txt` }
})
export const answerHandovers = answersFile(async (door, said) => {
  const { handovers } = await door.audit.log(said as Record<string, never>)
  return { text: handovers ?? '', type: 'application/jsonl', name: 'handovers.jsonl' }
})
