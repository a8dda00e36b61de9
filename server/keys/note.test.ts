import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { noteKey, noteKeyText, openNote, parseNoteKey, signNote } from './note'
import { publicHalf } from './signing'

const signKey = randomBytes(32)
const key = noteKey('example.test/log', publicHalf(signKey))
const text = 'example.test/log\n7\nAAAA\n'
const note = signNote(text, key.name, signKey)

test('the note, the keys and the id of Go’s own documentation are theirs, to the byte', () => {
  const peter = parseNoteKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  const said = 'If you think cryptography is the answer to your problem,\nthen you don\'t know what your problem is.\n'
  const signed = `${said}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`
  if (!peter) throw new Error('it is a key')
  expect(openNote(signed, peter)).toBe(said)
  expect(openNote(signed.replace('cryptography', 'Cryptography'), peter)).toBeNull()
  expect(noteKeyText(peter)).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  expect(signNote(said, 'PeterNeumann', Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1))).toBe(signed)
})
test('what was signed opens with its key and is what was written; a key goes through its text', () => {
  expect(openNote(note, key)).toBe(text)
  expect(parseNoteKey(noteKeyText(key))).toEqual(key)
})
test('with any one byte another, nothing opens', () => {
  const bytes = Buffer.from(note)
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect([at, openNote(altered.toString('utf8'), key)]).toEqual([at, null])
  }
})
test('another key opens nothing, under the same name or another', () => {
  for (const other of [noteKey(key.name, publicHalf(randomBytes(32))), noteKey('example.test/other', key.publicKey)]) expect(openNote(note, other)).toBeNull()
})
test('others may vouch beside it, known here or not; a second signature of this key that is wrong spoils it', () => {
  const others = signNote(text, 'witness.test/w', randomBytes(32)).slice(text.length + 1)
  expect(openNote(note + others, key)).toBe(text)
  expect(openNote(`${text}\n${others}${note.slice(text.length + 1)}`, key)).toBe(text)
  expect(openNote(`${text}\n${others}`, key)).toBeNull()
  const wrong = Buffer.concat([key.id, randomBytes(64)]).toString('base64')
  expect(openNote(`${note}— ${key.name} ${wrong}\n`, key)).toBeNull()
})
test('the text goes to the last empty line, and may hold others', () => {
  const poem = 'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n'
  expect(openNote(signNote(poem, key.name, signKey), key)).toBe(poem)
})
test.each([
  ['nothing', ''], ['no signature', `${text}\n`], ['no empty line', text], ['a line that is no signature', `${note}hello\n`], ['no line break at its end', note.slice(0, -1)], ['a carriage return', note.replace('7\n', '7\r\n')],
  ['a hyphen for the dash', note.replace('—', '-')], ['base64 spelled in another way', note.replace(/=?=\n$/, '\n')],
])('%s is no note', (_says, wrong) => expect(openNote(wrong, key)).toBeNull())
test.each(['', 'a b', 'a+b', 'a\nb', 'a\u2003b'])('%j names no key', (name) => { expect(() => noteKey(name, key.publicKey)).toThrow() })
test.each([
  ['another id', noteKeyText(key).replace(/\+[0-9a-f]{8}\+/, '+00000000+')], ['another algorithm', noteKeyText(key).replace(/\+A[A-Za-z0-9]/, '+BA')], ['no key', key.name], ['a key cut short', noteKeyText(key).slice(0, -8)],
])('%s is no key', (_says, wrong) => expect(parseNoteKey(wrong)).toBeNull())
test.each([['no line break at its end', 'a'], ['a control character', 'a\u0007\n'], ['half a character', 'a\ud800\n']])('a text with %s is not signed', (_says, wrong) => { expect(() => signNote(wrong, key.name, signKey)).toThrow() })
