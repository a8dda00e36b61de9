import { Region } from './region'

/** Whose it is, and how to ask: never only that it is not there. */
export const NotAllowed = ({ what, who }: { what: string; who: string }) => (
  <Region title="Not with your roles"><p>Only {who} can {what}. Ask one of them, or ask for the role.</p></Region>
)
