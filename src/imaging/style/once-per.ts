/** What several readers need of the same thing, such as the steps of a recipe of their scene, is found once, and goes with it. */
export function oncePer<Key extends object, Found extends object>(find: (key: Key) => Found): (key: Key) => Found {
  const kept = new WeakMap<Key, Found>()
  return (key) => {
    const found = kept.get(key) ?? find(key)
    kept.set(key, found)
    return found
  }
}
