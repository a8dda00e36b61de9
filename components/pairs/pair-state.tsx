import { Badge, type Tone } from '~/components/ui/badge'
import type { PairState as State } from '~/server/pairs/decide-pair'
import type { PairShown } from '~/server/pairs/pair'
import { sayState } from './pair-words'

const tones: Record<State, Tone> = { offered: 'notice', in_force: 'ok', refused: 'danger', lapsed: 'neutral', withdrawn: 'neutral', ended: 'neutral', over: 'neutral' }
export const PairState = ({ pair }: { pair: PairShown }) => <Badge tone={tones[pair.state]}>{sayState(pair)}</Badge>
