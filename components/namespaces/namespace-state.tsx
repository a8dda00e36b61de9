import { Badge, type Tone } from '~/components/ui/badge'
import { exact } from '~/components/ui/time'
import type { StateOfNamespace } from '~/server/namespaces/namespace'
import { stateWords } from './namespace-words'

const tones: Record<StateOfNamespace, Tone> = { open: 'ok', frozen: 'danger', closing: 'info', deleted: 'neutral' }
export const NamespaceState = ({ state, since = null }: { state: StateOfNamespace; since?: string | null }) => (
  <Badge tone={tones[state]}>{stateWords[state]}{since !== null && <> since <time dateTime={since}>{exact(since)}</time></>}</Badge>
)
