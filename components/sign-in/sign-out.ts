import { paths } from '~/components/shell/paths'

/** As next-auth's own page does it: its token against other sites first, then the form. Then a whole new page: nothing that was shown stays in this one's memory. */
export async function signOut(): Promise<void> {
  const leave = async () => {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/' }) })
  }
  await leave().catch(() => undefined)
  window.location.assign(paths.signIn())
}
