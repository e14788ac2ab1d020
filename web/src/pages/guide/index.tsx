export function Guide() {
  return <p>Soon</p>
}
