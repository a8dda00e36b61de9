import { ofProduct } from './compiled.mjs'
import { demoPeople } from './demo.mjs'
import { addressAt, readPlace } from './place.mjs'
import { abort } from './processes.mjs'
import { print } from './progress.mjs'
import { run } from './run.mjs'
import { onEnough } from './signals.mjs'
import { onStop } from './words.mjs'

const since = performance.now()
const dev = process.argv.includes('--dev')
let product = null
let ending = null

/** Ends once, whoever asks: a person (then it is no failure, once the product ran) or a process that cannot be kept alive. */
function enough(exitCode) {
  ending ??= exitCode
  abort()
  product?.stop().then(() => process.exit(0), onStop)
}
function giveUp(error) {
  if (ending !== null) return
  ending = 1
  product?.stop().finally(() => onStop(error))
}

onEnough(enough)
try {
  const place = { ...readPlace(process.env), dist: '.next', compiled: ofProduct, dev }
  const made = await run(place, { giveUp })
  product = made
  if (ending !== null) enough(ending)
  await made.start()
  print(`\nBailiwick answers at ${place.publicUrl} after ${((performance.now() - since) / 1000).toFixed(1)} s. Ctrl-C stops it.\nMachines: ${addressAt(place.scheme, place.machineHost, place.ports.machine)}/v1`)
  if (place.demo === '1') print(demoPeople())
  if (made.first) print(made.first)
} catch (error) {
  await product?.stop()
  if (ending === null) onStop(error)
  print('Stopped.')
  process.exit(ending)
}
