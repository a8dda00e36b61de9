import { paths } from '~/components/shell/paths'

/** Signing in and out, as next-auth's own pages do it: its token against other sites first, then the form. */
async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  return fetch(`/api/auth/${path}`, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken, json: 'true', callbackUrl: '/' }) })
}

export type SignInAnswer = 'signed_in' | 'not_accepted' | 'unreachable'
export async function signIn(email: string, password: string): Promise<SignInAnswer> {
  const response = await post('callback/credentials', { email, password }).catch(() => null)
  if (!response || response.status >= 500) return 'unreachable'
  return response.ok ? 'signed_in' : 'not_accepted'
}

/** A whole new page: nothing that was shown stays in this one's memory. */
export async function signOut(): Promise<void> {
  await post('signout', {}).catch(() => null)
  window.location.assign(paths.signIn())
}
