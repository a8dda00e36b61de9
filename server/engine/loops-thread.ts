import { loops } from './loops'
import { runLoopsHere } from './loops-here'

runLoopsHere(loops)
