/** Keys are ours, but a store that can be made to leave its folder is one mistake away from a leak. */
export function checkObjectKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{2}[A-Za-z0-9_.-]*$/.test(key)) throw new Error(`Not an object key: ${key}`)
}
