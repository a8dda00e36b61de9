/** `npm run build`: all that web and engine run from, made in this clone. No database is asked, and no secret. */
import { ofProduct } from './compiled.mjs'
import { holdClone } from './hold.mjs'
import { build, compile, install, makeClient } from './made.mjs'
import { root } from './place.mjs'
import { abort, dismissGuard, startGuard } from './processes.mjs'
import { print } from './progress.mjs'
import { onEnough } from './signals.mjs'
import { onStop } from './words.mjs'

onEnough(abort)
startGuard()
try {
  const release = await holdClone(`${root}/.preparing.json`, (pid) => print(`Another command (process ${pid}) is preparing this clone: waiting for it.`))
  try {
    await install()
    const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
    await makeClient(env)
    await compile(ofProduct)
    await build('.next', env)
  } finally {
    release()
  }
  print(`Made: ${ofProduct}/web.mjs and ${ofProduct}/engine.mjs run from ${root}.`)
} catch (error) {
  dismissGuard()
  onStop(error)
}
dismissGuard()
