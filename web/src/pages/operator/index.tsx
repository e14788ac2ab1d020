export function Operator() {
  return <p>Soon</p>
}
