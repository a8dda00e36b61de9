/** Answers with the proof of where work was, as a file. */
import { answersFile, inName } from './answer-file'

export const answerProof = answersFile(async (door, { allocation = null, namespace = null, ...rest }) => {
  const asked = { ...rest, allocation, namespace, asOf: new Date().toISOString() } as Parameters<typeof door.residency.prove>[0]
  const { text } = await door.residency.prove(asked)
  return { text: text(), type: 'application/jsonl', name: `residency-${asked.tenant}-${inName(asked.until)}.proof.jsonl` }
})
