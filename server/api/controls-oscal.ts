/** Answers with a regime as a document of OSCAL, as a file. */
import { oscalOf } from '~/server/controls/oscal'
import { answersFile, inName } from './answer-file'

export const answerOscal = answersFile(async (door, said) => {
  const shown = await door.controls.export(said as Parameters<typeof door.controls.export>[0])
  return { text: `${JSON.stringify(oscalOf(shown), null, 2)}\n`, type: 'application/json', name: `${shown.regime}-${inName(shown.readAt)}.oscal.json` }
})
