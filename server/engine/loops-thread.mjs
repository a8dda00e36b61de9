/** Where nothing is compiled, the first that the thread reads: from here on it reads TypeScript, as its process does. */
import { register } from 'tsx/esm/api'

register()
await import('./loops-thread.ts')
