/** One file per secret, made once and never written again; whoever may read the folder's owner's files may read them, and nobody else. */
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { isRoot } from './place.mjs'
import { inWords, Stop } from './words.mjs'

/** Makes the data folder and the one for secrets in it. As root the database has a user of its own, who passes through the first and not into the second. */
export function makeFolders(data) {
  try {
    if (!existsSync(data)) {
      makeWay(data)
      chmodSync(data, isRoot ? 0o711 : 0o700)
    }
    if (!existsSync(`${data}/secrets`)) mkdirSync(`${data}/secrets`, { mode: 0o700 })
    checkOwn(`${data}/secrets`)
    const probe = `${data}/.${process.pid}`
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    if (error instanceof Stop) throw error
    throw inWords(error, data) ?? new Stop(`The data folder ${data} cannot be used (${error.code}): choose another with BAILIWICK_DATA.`)
  }
}

/** Not mkdir's own way of making parents: in a folder that takes none, such as /proc, it tries for ever. */
function makeWay(folder) {
  if (!existsSync(dirname(folder))) makeWay(dirname(folder))
  mkdirSync(folder)
}

function checkOwn(path) {
  const found = statSync(path)
  if (found.mode & 0o077) throw new Stop(`Others on this machine may read ${path}, which holds secrets: chmod go-rwx ${path}`)
  if (process.getuid && found.uid !== process.getuid()) throw new Stop(`${path} belongs to another user: start as that user, or choose another folder with BAILIWICK_DATA.`)
}

/** Complete or absent: a start that is killed meanwhile leaves nothing that could be taken for a secret. */
export function writeSecret(file, text) {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${text}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

export function readSecret(file) {
  try {
    checkOwn(file)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Stop) throw error
    throw new Stop(`The secret in ${file} cannot be read (${error.code}): give the file back to the user that runs Bailiwick.`)
  }
}

/** The secret in this file, made first if there is none: 32 random bytes, as base64url text. */
export function secret(data, name) {
  const file = `${data}/secrets/${name}`
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('base64url'))
  const text = readSecret(file)
  if (Buffer.from(text, 'base64url').length < 32) throw new Stop(`${file} does not hold the secret that was made for it: restore it from a copy.`)
  return text
}

/** An address is made of a secret and a port: it is written again when the port is another. */
export function addressFile(data, name, address) {
  const file = `${data}/secrets/${name}-database-url`
  if (!existsSync(file) || readSecret(file) !== address) writeSecret(file, address)
  return file
}

/** The public half of an Ed25519 key, beside the secrets: who has it can check and not sign. That of another key is kept, because what was signed by that is checked by it. */
export function publicHalfFile(data, name, signKeyFile) {
  const file = `${data}/secrets/${name}`
  // What DER puts before the 32 bytes of a private key, and as many before those of a public one.
  const before = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = createPrivateKey({ key: Buffer.concat([before, Buffer.from(readSecret(signKeyFile), 'base64url')]), format: 'der', type: 'pkcs8' })
  const half = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  if (existsSync(file) && readSecret(file) !== half) renameSync(file, `${file}-before`)
  if (!existsSync(file)) writeSecret(file, half)
  return file
}
