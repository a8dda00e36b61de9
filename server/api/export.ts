/** Answers with what a search of the record finds, as a file. */
import { answersFile, inName } from './answer-file'

const kinds = { csv: ['text/csv', 'csv'], jsonl: ['application/jsonl', 'jsonl'], bundle: ['application/jsonl', 'bundle.jsonl'] } as const

/** A field that is there twice, or that there is none of, is the door's to refuse. */
export const answerExport = answersFile(async (door, { tenant: of = null, actors = null, ...rest }) => {
  const tenant = typeof of === 'string' ? of : null
  const asked = { ...rest, actors: typeof actors === 'string' ? actors.split('.').filter((id) => id !== '') : actors, asOf: new Date().toISOString() } as unknown as Parameters<typeof door.audit.exportOnPlatform>[0]
  const { text } = tenant === null ? await door.audit.exportOnPlatform(asked) : await door.audit.export({ tenant, ...asked })
  const [type, ending] = kinds[asked.form]
  return { text: text(), type, name: `record-${tenant ?? 'platform'}-${inName(asked.asOf)}.${ending}` }
})
