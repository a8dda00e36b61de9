import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noteKey, signNote } from '~/server/keys/note'
import { publicHalf } from '~/server/keys/signing'
import { openCheckpoint, signCheckpoint } from './checkpoint'

const signKey = randomBytes(32)
const key = noteKey('example.test/log', publicHalf(signKey))
const checkpoint = { log: key.name, size: 20852163, root: Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64') }

test('a checkpoint is the three lines of its specification, signed, and is read as it was written', () => {
  const note = signCheckpoint(checkpoint, signKey)
  expect(note).toMatch(/^example\.test\/log\n20852163\nCsUYapGGPo4dkMgIAUqom\/Xajj7h2fB2MPA3j2jxq2I=\n\n— example\.test\/log [A-Za-z0-9+/]+=*\n$/)
  expect(openCheckpoint(note, key)).toEqual(checkpoint)
  expect(openCheckpoint(signCheckpoint({ ...checkpoint, size: 0 }, signKey), key)).toEqual({ ...checkpoint, size: 0 })
})
test('another key’s is none', () => expect(openCheckpoint(signCheckpoint(checkpoint, randomBytes(32)), key)).toBeNull())
const root = checkpoint.root.toString('base64')
test.each([
  ['of another log', `example.test/other\n7\n${root}\n`], ['of a size that begins with nothing', `${key.name}\n07\n${root}\n`], ['of a size below nothing', `${key.name}\n-7\n${root}\n`],
  ['of a size beyond counting', `${key.name}\n9007199254740993\n${root}\n`], ['of no size', `${key.name}\n\n${root}\n`], ['of a short root', `${key.name}\n7\nAAAA\n`], ['of a root spelled in another way', `${key.name}\n7\n${root.slice(0, -1)}\n`],
  ['of two lines', `${key.name}\n7\n`],
])('what the key signed and is %s is none', (_says, text) => expect(openCheckpoint(signNote(text, key.name, signKey), key)).toBeNull())
test('lines beyond the third are passed over', () => {
  expect(openCheckpoint(signNote(`${key.name}\n7\n${root}\nan extension\n`, key.name, signKey), key)).toEqual({ ...checkpoint, size: 7 })
})
