export function Playground() {
  return <p>Soon</p>
}
