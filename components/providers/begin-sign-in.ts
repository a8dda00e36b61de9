/** Where the browser goes on to: the provider, or back to the sign-in page with what is wrong. Null if we could not be reached. */
export async function beginSignIn(provider: string, returnTo: string): Promise<string | null> {
  try {
    const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: returnTo })
    const { url } = (await (await fetch(`/api/auth/signin/${encodeURIComponent(provider)}`, { method: 'POST', body })).json()) as { url: string }
    return url
  } catch {
    return null
  }
}
