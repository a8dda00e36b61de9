import { inScope } from '~/server/database/scope'
import { projectSome } from './project-records'

/** Makes anew, from the record, what it is searched by. The product may run meanwhile: its own loop and this take turns, and what is not there yet is said on the page. */
export async function rebuildLines(told: (made: number) => void): Promise<number> {
  await inScope('engine', { loop: 'project' }, (sql) => sql.$executeRaw`SELECT forget_lines()`)
  for (let made = 0; ; ) {
    const some = await inScope('engine', { loop: 'project' }, projectSome)
    made += some
    if (some === 0) return made
    told(made)
  }
}
