/** The first that the thread reads: from here on it reads TypeScript, as its process does. */
import { register } from 'tsx/esm/api'

register()
const [{ runLoopsHere }, { loops }] = [await import('../engine/loops-here.ts'), await import('./loops-that-wait.ts')]
runLoopsHere(loops)
