/** `npm run migrate`: a database of the operator's is made ready for web and engine of this clone, which are started by somebody else. It makes the secrets that are missing, migrates, and gives the roles their passwords. */
import { refuseDemoWorld } from './demo.mjs'
import { environments } from './environment.mjs'
import { firstPerson } from './first.mjs'
import { isInstalled } from './made.mjs'
import { migrate } from './migrate.mjs'
import { readPlace } from './place.mjs'
import { abort, dismissGuard, startGuard } from './processes.mjs'
import { print } from './progress.mjs'
import { setPasswords } from './roles.mjs'
import { makeFolders } from './secrets.mjs'
import { onEnough } from './signals.mjs'
import { onStop, Stop } from './words.mjs'

onEnough(abort)
try {
  const place = { ...readPlace(process.env), dist: '.next', dev: false }
  if (!place.owner) throw new Stop('DATABASE_URL_FILE is not set: put the owner’s address into a file and name it. The embedded database is migrated by npm start.')
  if (!isInstalled()) throw new Stop('Nothing is installed in this clone yet: npm run build first.')
  makeFolders(place.data)
  startGuard()
  await migrate(place.owner.text, environments(place, place.owner).owner)
  await setPasswords(place.data, place.owner.text)
  if (place.demo !== '1') await refuseDemoWorld(place.owner.text)
  const first = place.demo === '1' ? null : await firstPerson(place.owner.text, place.firstAdmin, place.publicUrl)
  print(`The database is migrated as far as this clone. The secrets are in ${place.data}/secrets.`)
  if (first) print(first)
} catch (error) {
  dismissGuard()
  onStop(error)
}
dismissGuard()
