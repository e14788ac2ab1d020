/** Reads the token from the link and removes it from the address bar. */
export function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token) history.replaceState(null, '', window.location.pathname)
  return token
}
