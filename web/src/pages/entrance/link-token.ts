/** What is in the link that led here. It leaves the address bar at once. */
export function takeToken(): string {
  const token = window.location.hash.slice(1)
  if (token) history.replaceState(null, '', window.location.pathname)
  return token
}
