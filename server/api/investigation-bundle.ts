/** Answers with an investigation, as one file that a stranger can check. */
import { answersFile, inName } from './answer-file'

export const answerInvestigation = answersFile(async (door, said) => {
  const asked = { ...said, asOf: new Date().toISOString() } as Parameters<typeof door.investigations.export>[0]
  const { text } = await door.investigations.export(asked)
  return { text: text(), type: 'application/jsonl', name: `investigation-${asked.investigation}-${inName(asked.asOf)}.bundle.jsonl` }
})
