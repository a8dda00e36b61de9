const id = 'announcer'

/** The shell's one polite voice, for whoever does not see what changed. */
export const Announcer = () => <p id={id} role="status" className="sr-only" />

export function announce(says: string): void {
  const voice = document.getElementById(id)
  if (voice) voice.textContent = says
}
