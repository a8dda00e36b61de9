/** What is said at the start of an installation that nobody is known in yet: how the first person comes in. Empty, once somebody is. */
import { root } from './place.mjs'
import { command } from './progress.mjs'

export const firstPerson = async (env) => (await command('Asking whether anybody is known', process.execPath, ['--import', 'tsx', 'prisma/seed/first-person.ts'], { cwd: root, env })).trim()
