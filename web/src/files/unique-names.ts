/** `a.png`, `a.png` → `a.png`, `a (2).png`: a ZIP must not contain two files with the same name, not even in different case. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const dot = name.lastIndexOf('.')
    let free = name
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name.slice(0, dot)} (${n})${name.slice(dot)}`
    taken.add(free.toLowerCase())
    return free
  })
}
